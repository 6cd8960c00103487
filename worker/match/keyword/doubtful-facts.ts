/** Words behind "remote" with which it names a kind of work or a thing, not where the work is done. */
export const remoteThings: ReadonlySet<string> = new Set(
  'access area areas asset assets assistance attendant banking camp camps care communities community connectivity control controls deposit desktop device devices diagnostics driver driving environment environments equipment expert experts guard guarding hand hands health hospital identity infrastructure inspection location locations mine mines monitoring operated operation operations operator operators patient pharmacist pharmacy pilot power procedure proctor proctoring region regions robot robotics school schools sensing sensor sensors server servers service services site sites software start starter support surveillance system systems teaching testing underwater vehicle vehicles video viewing visual weapon weapons welding'.split(
    ' ',
  ),
);

/** Names of places that are also ordinary words, names of people, brands or products: read as places only behind "in" or "near". */
export const doubtfulPlaces: ReadonlySet<string> = new Set(
  'alexandria anaheim aurora bath batman bend brest bristol buffalo carolina carson cary central chad chandler charlotte clinton columbia columbus concord cork corona cuba delta derby dover enterprise essen eugene fontana florence gary georgia gilbert glendale grace hamilton henderson hull independence irving jackson java jersey jordan kent lancaster leon liberty lima lincoln macon madison male mali marion medina mesa metro mission mobile montgomery most nancy newport nice niger norfolk nova oral orange orleans oxford palermo pearl perm phoenix pickering plymouth providence reading regina rochester rosario salem sale sandy santiago savannah sparks split spring springs stockton sunrise surprise tempe terrace togo tours troy tula turkey union van vaughan verona victoria vienna virginia vista vitoria wales warren washington york'.split(
    ' ',
  ),
);

/** Words before the name of a place with which it is the name of something else ("Bank of America", "Air France"). */
export const namesBeforePlaces: ReadonlySet<string> = new Set(
  'air and at bank city club college costa da de del do du east el fc for fort from greater hotel institute la lake las little los lower mount new north of or port radio royal saint san santa school south st team the to university upper virgin vs west western eastern northern southern central southeastern northeastern southwestern northwestern coastal upstate downtown inner mid'.split(
    ' ',
  ),
);

/** What other languages call jobs: beside facts alone they ask for nothing, beside other words they may name a role. */
export const wordsForJobs: ReadonlySet<string> = new Set(
  'employment stellen stellenangebote jobangebote emploi emplois offre offres empleo empleos trabajo trabajos emprego vagas lavoro vacature vacatures praca'.split(
    ' ',
  ),
);
