"""The bodies of the service as typed dictionaries.

Generated from the OpenAPI document by ``npm run client``; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


class SearchRequest(TypedDict, total=False):
    #: What to look for: words, "phrases in quotes", -without, this OR that, (groups), title:word, company:"two words". With a fact that the posting is to state: visa:yes, clearance:no, degree:<=bachelor, years:<=3, language:de, agency:no, industry:technology, size:51-200, skill:python, remotefrom:DE.
    keyword: str
    #: Where: "City, State", a city, state, country or region; several with ";" or "or"; "within 25 miles" or "10 km" after a place; "Remote", or "Remote, Germany".
    location: str
    #: How long ago at most: a word, or any count of hours, days, weeks or months up to a year ("3 days").
    dateSincePosted: str
    #: Lowest yearly pay ("80k"), a range ("80k-120k") or the highest ("up to 120k"), which the yearly pay of a job is to overlap; also by the hour, day, week or month ("EUR 50/hour"). In the currency that each job states; with a currency, pay in others is converted by reference rates. From "0" to "99999999".
    salary: str
    #: Kind of contract; several with "," or "or": any of them.
    jobType: str
    #: Where the work is done; several with "," or "or": any of them.
    remoteFilter: str
    #: How far along a career; several with "," or "or": any of them.
    experienceLevel: str
    #: Companies whose jobs are left out, ";" between their names, at most 200; "Acme Inc." is "Acme".
    excludeCompanies: str
    #: The language of the posting (ISO 639-1); several with "," or "or": any of them.
    language: str
    #: Skills that the posting names, "," between them, at most 20: all of them.
    skills: str
    #: How long the opening has been there, as far as this service has seen; several with "," or "or": any of them.
    label: str
    #: Order of the answer: by relevance, date, highest yearly pay, or distance from the place in `location`. "relevant" if absent.
    sortBy: str
    #: Jobs on a page. From "1" to "100". "10" if absent.
    limit: str
    #: Page, counted from 0; (page + 1) × limit is at most 1000. From "0" to "999". "0" if absent.
    page: str
    #: With an API key: each job has its whole description, as text or as Markdown.
    descriptions: str

class ExportRequest(TypedDict, total=False):
    #: What to look for: words, "phrases in quotes", -without, this OR that, (groups), title:word, company:"two words". With a fact that the posting is to state: visa:yes, clearance:no, degree:<=bachelor, years:<=3, language:de, agency:no, industry:technology, size:51-200, skill:python, remotefrom:DE.
    keyword: str
    #: Where: "City, State", a city, state, country or region; several with ";" or "or"; "within 25 miles" or "10 km" after a place; "Remote", or "Remote, Germany".
    location: str
    #: How long ago at most: a word, or any count of hours, days, weeks or months up to a year ("3 days").
    dateSincePosted: str
    #: Lowest yearly pay ("80k"), a range ("80k-120k") or the highest ("up to 120k"), which the yearly pay of a job is to overlap; also by the hour, day, week or month ("EUR 50/hour"). In the currency that each job states; with a currency, pay in others is converted by reference rates. From "0" to "99999999".
    salary: str
    #: Kind of contract; several with "," or "or": any of them.
    jobType: str
    #: Where the work is done; several with "," or "or": any of them.
    remoteFilter: str
    #: How far along a career; several with "," or "or": any of them.
    experienceLevel: str
    #: Companies whose jobs are left out, ";" between their names, at most 200; "Acme Inc." is "Acme".
    excludeCompanies: str
    #: The language of the posting (ISO 639-1); several with "," or "or": any of them.
    language: str
    #: Skills that the posting names, "," between them, at most 20: all of them.
    skills: str
    #: How long the opening has been there, as far as this service has seen; several with "," or "or": any of them.
    label: str
    #: Order of the answer: by relevance, date, highest yearly pay, or distance from the place in `location`. "relevant" if absent.
    sortBy: str
    #: With an API key: each job has its whole description, as text or as Markdown.
    descriptions: str
    #: Where to go on; leave the other fields out.
    cursor: str

class LookupRequest(TypedDict, total=False):
    #: Addresses of postings, as any board or its application form shows them.
    urls: list[str]
    #: Ids of jobs, as answers of this service have them.
    ids: list[str]

class _WatchRequest(TypedDict):
    search: SearchRequest
    #: Where new openings are sent: a webhook (`https://example.com/hook`; http and private hosts only where the operator lets them through) or, where the operator offers it, `mailto:me@example.com`, `ntfy:my-topic`, `slack:T000/B000/XXXX`, `discord:1234/XXXX` or `telegram:-1001234`.
    url: str

class WatchRequest(_WatchRequest, total=False):
    #: How often new openings are sent: as they are found (the default), on each hour, or at 08:00, each day or on Mondays.
    rhythm: str
    #: When nothing is sent, such as `22:00-07:00`; none by default.
    quietHours: str
    #: The IANA time zone of both, such as `Europe/Berlin`; UTC by default.
    timeZone: str

class WatchChange(TypedDict, total=False):
    search: SearchRequest
    #: Where new openings are sent: a webhook (`https://example.com/hook`; http and private hosts only where the operator lets them through) or, where the operator offers it, `mailto:me@example.com`, `ntfy:my-topic`, `slack:T000/B000/XXXX`, `discord:1234/XXXX` or `telegram:-1001234`.
    url: str
    #: How often new openings are sent: as they are found (the default), on each hour, or at 08:00, each day or on Mondays.
    rhythm: str
    #: When nothing is sent, such as `22:00-07:00`; none by default.
    quietHours: str
    #: The IANA time zone of both, such as `Europe/Berlin`; UTC by default.
    timeZone: str

class GeoStatsRequest(TypedDict, total=False):
    #: Time window in hours; 24 by default.
    hours: int
    #: Time window in days (UTC); use instead of `hours`.
    days: int
    #: Only places in this country, by its two letters (ISO 3166-1).
    country: str
    #: Level at which places are grouped.
    level: Literal["city", "region", "country"]
    #: Maximum number of places, ordered by searches, then by jobs.
    top: int

class SearchAnswerPage(TypedDict):
    #: Counted from 0.
    index: int
    limit: int
    #: Jobs on this page.
    count: int
    #: Jobs held for this search, near matches included; not jobs on the web.
    total: int
    #: Those that meet everything, `match.inText` among them: all but the near matches (`match.near`).
    exact: int

class SearchAnswer(TypedDict):
    query: SearchQuery
    page: SearchAnswerPage
    #: The ready-to-send body of the next page; `null` on the last.
    next: SearchQuery | None
    #: Sentences worth showing, such as a place we do not know.
    notices: list[str]
    #: At least one source is missing: see `sourceCounts`.
    partial: bool
    #: Older than its fresh lifetime; a fresh one is being collected.
    stale: bool
    collectedAt: str | None
    ageSeconds: int | None
    #: How long you waited.
    tookMs: int
    #: At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file.
    sources: list[SourceReport]
    sourceCounts: SourceCounts
    jobs: list[Job]

class _SearchQuery(TypedDict):
    keyword: str
    location: str
    #: `""`, `24hr`, `past week`, `past month` or hours such as `72hr`.
    dateSincePosted: str
    #: `""`, or pay of a year: `80000`, `80000-120000` or `up to 60000`, with the code of a currency (`50000 EUR`) or without.
    salary: str
    #: `""`, a word, or several such as `contract, full time`.
    jobType: str
    #: `""`, a word, or several such as `hybrid, remote`.
    remoteFilter: str
    #: `""`, a word, or several such as `associate, entry level`.
    experienceLevel: str
    #: `""`, or names of companies such as `Acme; Globex`.
    excludeCompanies: str
    #: `""`, a code, or several such as `de, en`.
    language: str
    #: `""`, or names of skills such as `Python, SQL`.
    skills: str
    #: `""`, a label, or several such as `fresh, new`.
    label: str
    sortBy: Literal["recent", "relevant", "salary", "distance"]
    limit: str
    page: str

class SearchQuery(_SearchQuery, total=False):
    """The request as understood. Send it again, get the same search."""

    descriptions: Literal["text", "markdown"]

class SourceReport(TypedDict):
    #: Id of the source, as the operator named it.
    name: str
    #: Treat a status you do not know as "not ok".
    status: Literal["ok", "timeout", "failed", "resting", "pending"]
    #: Jobs of this source that match.
    jobs: int
    tookMs: int
    #: What went wrong, in a sentence.
    detail: str | None

class SourceCounts(TypedDict):
    #: Sources of this search; `sources` names at most 100 of them.
    total: int
    ok: int
    pending: int
    timeout: int
    failed: int
    resting: int

class JobYearsOfExperience(TypedDict):
    min: int | None
    max: int | None

class _JobMatch(TypedDict):
    score: float
    why: list[str]

class JobMatch(_JobMatch, total=False):
    #: The job does not meet the keyword, but its title is near it; `why` says what it lacks.
    near: Literal[True]
    #: The title is not what was asked for: the posting only mentions the words, and `why` says where.
    inText: Literal[True]

class _Job(TypedDict):
    id: str
    title: str
    company: Company
    location: Location
    workplace: Literal["on site", "remote", "hybrid"] | None
    jobType: Literal["full time", "part time", "contract", "temporary", "volunteer", "internship"] | None
    experienceLevel: Literal["internship", "entry level", "associate", "senior", "director", "executive"] | None
    salary: Salary | None
    postedAt: str | None
    validUntil: str | None
    #: When this service first saw the opening on any of its boards.
    firstSeenAt: str
    #: What this service has seen of the opening.
    seen: SeenOpening
    #: How long the opening has been there, as far as it was seen; `evidence.label` says by what. `null` = none fits.
    label: Literal["new", "fresh", "old", "reposted", "always open"] | None
    summary: str
    url: str
    applyUrl: str | None
    source: str
    alsoOn: list[OtherBoard]
    #: How many more times its source lists just the same posting.
    repeats: int
    inferred: list[Literal["location", "workplace", "jobType", "experienceLevel", "salary", "postedAt", "validUntil"]]
    #: Skills and technologies of our table that the posting names, those of its title first.
    skills: list[str]
    #: Where a remote worker must live, as stated; at most 60 places.
    remoteFrom: list[RemoteHome] | None
    #: Whether a visa or work permit is sponsored.
    visaSponsorship: bool | None
    #: Whether a security clearance is required.
    securityClearance: bool | None
    #: The lowest degree that is accepted; `none` = the posting says that none is needed.
    degree: Literal["none", "school", "vocational", "associate", "bachelor", "master", "doctorate"] | None
    #: The years of experience that are required.
    yearsOfExperience: JobYearsOfExperience | None
    #: The language of the posting (ISO 639-1).
    language: str | None
    #: `agency` = it recruits for a client; `employer` = it takes no candidates from agencies.
    postedBy: Literal["employer", "agency"] | None
    #: The sentence of the posting that proves each of these facts; for `label`, what was seen.
    evidence: Evidence
    match: JobMatch

class Job(_Job, total=False):
    #: Where `descriptions` asks for it: the whole text, or Markdown; `null` = it is no longer held.
    description: str | None

class OpeningYearsOfExperience(TypedDict):
    min: int | None
    max: int | None

class _Opening(TypedDict):
    id: str
    title: str
    company: Company
    location: Location
    workplace: Literal["on site", "remote", "hybrid"] | None
    jobType: Literal["full time", "part time", "contract", "temporary", "volunteer", "internship"] | None
    experienceLevel: Literal["internship", "entry level", "associate", "senior", "director", "executive"] | None
    salary: Salary | None
    postedAt: str | None
    validUntil: str | None
    #: When this service first saw the opening on any of its boards.
    firstSeenAt: str
    #: What this service has seen of the opening.
    seen: SeenOpening
    #: How long the opening has been there, as far as it was seen; `evidence.label` says by what. `null` = none fits.
    label: Literal["new", "fresh", "old", "reposted", "always open"] | None
    summary: str
    url: str
    applyUrl: str | None
    source: str
    alsoOn: list[OtherBoard]
    #: How many more times its source lists just the same posting.
    repeats: int
    inferred: list[Literal["location", "workplace", "jobType", "experienceLevel", "salary", "postedAt", "validUntil"]]
    #: Skills and technologies of our table that the posting names, those of its title first.
    skills: list[str]
    #: Where a remote worker must live, as stated; at most 60 places.
    remoteFrom: list[RemoteHome] | None
    #: Whether a visa or work permit is sponsored.
    visaSponsorship: bool | None
    #: Whether a security clearance is required.
    securityClearance: bool | None
    #: The lowest degree that is accepted; `none` = the posting says that none is needed.
    degree: Literal["none", "school", "vocational", "associate", "bachelor", "master", "doctorate"] | None
    #: The years of experience that are required.
    yearsOfExperience: OpeningYearsOfExperience | None
    #: The language of the posting (ISO 639-1).
    language: str | None
    #: `agency` = it recruits for a client; `employer` = it takes no candidates from agencies.
    postedBy: Literal["employer", "agency"] | None
    #: The sentence of the posting that proves each of these facts; for `label`, what was seen.
    evidence: Evidence

class Opening(_Opening, total=False):
    #: Where `descriptions` asks for it: the whole text, or Markdown; `null` = it is no longer held.
    description: str | None

class Company(TypedDict):
    name: str | None
    url: str | None
    logoUrl: str | None
    #: Such as `Financial Services`; `null` unless it is known of the board.
    industry: str | None
    #: Employees; `null` unless it is known of the board.
    size: Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10000+"] | None

class SeenOpening(TypedDict):
    #: When this service first saw the opening on any of its boards: `firstSeenAt`.
    first: str
    #: The last reading of any of its boards that listed it.
    last: str
    #: How often it was seen to be posted again under another id after it had closed.
    reposted: int
    #: When it was last posted again.
    repostedAt: str | None
    #: Other openings of the employer with the same title on its board, such as in other cities; `null` = not known, as the board is not read whole.
    sameElsewhere: int | None

class OtherBoardSays(TypedDict, total=False):
    workplace: Literal["on site", "remote", "hybrid"]
    jobType: Literal["full time", "part time", "contract", "temporary", "volunteer", "internship"]
    experienceLevel: Literal["internship", "entry level", "associate", "senior", "director", "executive"]
    salary: Salary
    postedAt: str

class _OtherBoard(TypedDict):
    source: str
    url: str

class OtherBoard(_OtherBoard, total=False):
    says: OtherBoardSays

class RemoteHome(TypedDict):
    text: str
    region: str | None
    country: str | None
    area: str | None

class Evidence(TypedDict, total=False):
    remoteFrom: str
    visaSponsorship: str
    securityClearance: str
    degree: str
    yearsOfExperience: str
    language: str
    postedBy: str
    label: str

class JobFeedJobSearch(TypedDict):
    #: How many jobs match.
    total: int
    #: Some sources have not answered: their jobs may be missing.
    partial: bool
    notices: list[str]

class JobFeedItemsItemAuthorsItem(TypedDict):
    name: str

class _JobFeedItemsItem(TypedDict):
    id: str
    url: str
    #: The title of the job, its company and its place.
    title: str
    content_text: str
    date_published: str
    date_modified: str
    #: The company.
    authors: list[JobFeedItemsItemAuthorsItem]
    tags: list[str]
    _job_search: Job

class JobFeedItemsItem(_JobFeedItemsItem, total=False):
    #: ISO 639-1.
    language: str

class _JobFeed(TypedDict):
    version: Literal["https://jsonfeed.org/version/1.1"]
    title: str
    home_page_url: str
    feed_url: str
    _job_search: JobFeedJobSearch
    items: list[JobFeedItemsItem]

class JobFeed(_JobFeed, total=False):
    #: The next page of the search.
    next_url: str
    #: What a reader should know of the page.
    description: str

class SalaryYearly(TypedDict):
    min: float | None
    max: float | None

class SalaryBandsItem(TypedDict):
    text: str
    min: float | None
    max: float | None

class _Salary(TypedDict):
    text: str
    min: float | None
    max: float | None
    currency: str | None
    per: Literal["hour", "day", "week", "month", "year"] | None
    yearly: SalaryYearly | None

class Salary(_Salary, total=False):
    #: The bands that the text gives for several places or levels, `text` naming which, in the currency and period of the salary; absent where it gives one. `min` and `max` of the salary are those of the place or level of the posting where a band is known to be for it, else of all bands.
    bands: list[SalaryBandsItem]

class Location(TypedDict):
    text: str | None
    city: str | None
    region: str | None
    country: str | None

class _ExportLineBegin(TypedDict):
    change: Literal["begin"]
    #: 0 while all jobs are sent, then one more each time changes are asked for.
    round: int
    #: Send it to go on behind this line.
    cursor: str

class ExportLineBegin(_ExportLineBegin, total=False):
    #: How many jobs match: in round 0 so many lines follow. Absent when an export goes on behind a cursor.
    total: int
    #: Some sources have not answered: their jobs may be missing.
    partial: bool
    notices: list[str]

class ExportLineAdded(TypedDict):
    change: Literal["added"]
    id: str
    job: Opening

class ExportLineChanged(TypedDict):
    change: Literal["changed"]
    id: str
    job: Opening

class ExportLineClosed(TypedDict):
    change: Literal["closed"]
    #: The job is no longer held, or no longer meets the search.
    id: str

class ExportLineCursor(TypedDict):
    change: Literal["cursor"]
    #: Send it to go on behind this line.
    cursor: str

class ExportLineEnd(TypedDict):
    change: Literal["end"]
    #: Lines of this response that are about a job.
    changes: int
    #: Send it later for what changed since; `null`: too many jobs to follow on this plan.
    cursor: str | None

ExportLine = Union["ExportLineBegin", "ExportLineAdded", "ExportLineChanged", "ExportLineClosed", "ExportLineCursor", "ExportLineEnd"]

class FacetsAnswer(TypedDict):
    query: SearchQuery
    #: Jobs held for this search, near matches included.
    total: int
    #: Those that meet everything.
    exact: int
    #: For each field, the `page.exact` of the search with the value: in place of its own, or, where a field takes several, beside its own.
    facets: Facets
    #: Sentences worth showing, such as a place we do not know.
    notices: list[str]
    #: At least one source is missing: see `sourceCounts`.
    partial: bool
    #: Older than its fresh lifetime; a fresh one is being collected.
    stale: bool
    collectedAt: str | None
    ageSeconds: int | None
    #: How long you waited.
    tookMs: int
    sourceCounts: SourceCounts

class FacetsMapPointsItem(TypedDict):
    #: A value of `location`.
    word: str
    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float
    jobs: int

class FacetsMap(TypedDict):
    """Where the jobs of this search are."""

    #: The towns that most jobs state, within the place of the search, the busiest first; a job of several towns counts at each.
    points: list[FacetsMapPointsItem]
    #: Jobs that state no such town.
    unplaced: int

class Facets(TypedDict):
    #: `word` is a value of the field, `""` any.
    dateSincePosted: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    jobType: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    remoteFilter: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    experienceLevel: list[FacetRow]
    #: `word` is the code of a language, `""` any. Those that find nothing are left out.
    language: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    label: list[FacetRow]
    #: The busiest places within that of the search, the busiest first: `word` is a value of `location`, `""` anywhere; a town stands for all within 50 km.
    places: list[FacetRow]
    #: The companies with the most jobs of this search, the busiest first; `company:"…"` added to the keyword finds those of one.
    companies: list[FacetRow]
    #: The industries of the companies with the most jobs of this search, as far as they are known, the busiest first; `industry:"…"` added to the keyword finds those of one.
    industries: list[FacetRow]
    #: The sizes of the companies in employees, as far as they are known, the smallest first; `size:"…"` added to the keyword finds those of one. Those that find nothing are left out.
    sizes: list[FacetRow]
    #: The skills that most jobs of this search name, the most wanted first; `skill:"…"` added to the keyword finds those of one.
    skills: list[FacetRow]
    #: Jobs by their highest yearly pay, in the currency each states.
    salary: FacetPay
    #: Where the jobs of this search are.
    map: FacetsMap

class FacetRow(TypedDict):
    word: str
    jobs: int

FacetPayBucketsItem = TypedDict("FacetPayBucketsItem", {"from": "int", "to": "int | None", "jobs": "int"})

class FacetPay(TypedDict):
    #: Jobs with `salary: ""`.
    any: int
    #: Those of them that state no pay.
    unknown: int
    buckets: list[FacetPayBucketsItem]

class Accepted(TypedDict):
    status: Literal["collecting"]
    detail: str
    retryAfterSeconds: int
    query: SearchQuery
    #: At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file.
    sources: list[SourceReport]
    sourceCounts: SourceCounts

class SearchStarted(TypedDict):
    query: SearchQuery
    #: At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file.
    sources: list[SourceReport]
    sourceCounts: SourceCounts

class ReportedSource(TypedDict):
    #: Id of the source, as the operator named it.
    name: str
    #: Treat a status you do not know as "not ok".
    status: Literal["ok", "timeout", "failed", "resting", "pending"]
    #: Jobs of this source that match.
    jobs: int
    tookMs: int
    #: What went wrong, in a sentence.
    detail: str | None
    sourceCounts: SourceCounts

class SearchProgress(TypedDict):
    sourceCounts: SourceCounts

class WholeJobYearsOfExperience(TypedDict):
    min: int | None
    max: int | None

class WholeJob(TypedDict):
    id: str
    title: str
    company: Company
    location: Location
    workplace: Literal["on site", "remote", "hybrid"] | None
    jobType: Literal["full time", "part time", "contract", "temporary", "volunteer", "internship"] | None
    experienceLevel: Literal["internship", "entry level", "associate", "senior", "director", "executive"] | None
    salary: Salary | None
    postedAt: str | None
    validUntil: str | None
    #: When this service first saw the opening on any of its boards.
    firstSeenAt: str
    #: What this service has seen of the opening.
    seen: SeenOpening
    #: How long the opening has been there, as far as it was seen; `evidence.label` says by what. `null` = none fits.
    label: Literal["new", "fresh", "old", "reposted", "always open"] | None
    summary: str
    #: Readable text; lists kept as lists.
    description: str
    url: str
    applyUrl: str | None
    source: str
    alsoOn: list[OtherBoard]
    #: How many more times its source lists just the same posting.
    repeats: int
    inferred: list[Literal["location", "workplace", "jobType", "experienceLevel", "salary", "postedAt", "validUntil"]]
    #: Skills and technologies of our table that the posting names, those of its title first.
    skills: list[str]
    #: Where a remote worker must live, as stated; at most 60 places.
    remoteFrom: list[RemoteHome] | None
    #: Whether a visa or work permit is sponsored.
    visaSponsorship: bool | None
    #: Whether a security clearance is required.
    securityClearance: bool | None
    #: The lowest degree that is accepted; `none` = the posting says that none is needed.
    degree: Literal["none", "school", "vocational", "associate", "bachelor", "master", "doctorate"] | None
    #: The years of experience that are required.
    yearsOfExperience: WholeJobYearsOfExperience | None
    #: The language of the posting (ISO 639-1).
    language: str | None
    #: `agency` = it recruits for a client; `employer` = it takes no candidates from agencies.
    postedBy: Literal["employer", "agency"] | None
    #: The sentence of the posting that proves each of these facts; for `label`, what was seen.
    evidence: Evidence
    #: When its source last listed it.
    lastSeenAt: str
    #: When its source was found to list it no longer; `null` while it is open. Closed ones are kept for 30 days.
    closedAt: str | None
    #: The sentence of this posting, or the tag of its source, that names each of its skills.
    skillEvidence: dict[str, str]
    #: Sanitised HTML.
    descriptionHtml: str

class LookupAnswerJobsItem(TypedDict):
    #: The address or id as it was sent.
    asked: str
    #: `open`: its source lists it; `closed`: its source was found to list it no longer, or the date until which it is valid has passed; `unknown`: this service does not hold it, which does not mean that it is closed.
    state: Literal["open", "closed", "unknown"]
    #: When it was found to be closed; `null` unless it is.
    closedAt: str | None
    #: When its source last listed it; `null` when it is unknown.
    lastSeenAt: str | None
    #: Its id; `null` when it is unknown.
    id: str | None
    title: str | None
    company: str | None
    #: The address that its source gives.
    url: str | None
    source: str | None

class LookupAnswer(TypedDict):
    #: One for each address, then one for each id, in the order in which they were sent.
    jobs: list[LookupAnswerJobsItem]
    #: Not all held postings could be searched for the addresses: some that are unknown may be held.
    partial: bool

class SimilarAnswer(TypedDict):
    #: Openings of other companies with the same title or a near one, first those in its place, at its level, with its workplace and its skills; `match` says why, as in a search for the title.
    jobs: list[Job]
    #: Not all held postings could be searched.
    partial: bool

class HiddenJobsJobsItem(TypedDict):
    id: str
    hiddenAt: str

class HiddenJobs(TypedDict):
    #: The jobs that searches with your key leave out, those hidden last first.
    jobs: list[HiddenJobsJobsItem]

class CompanyAnswerFacets(TypedDict):
    """Its openings by field, as in the facets of a search."""

    #: `word` is a value of the field, `""` any.
    dateSincePosted: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    jobType: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    remoteFilter: list[FacetRow]
    #: `word` is a value of the field, `""` any.
    experienceLevel: list[FacetRow]
    #: The busiest places within that of the search, the busiest first: `word` is a value of `location`, `""` anywhere; a town stands for all within 50 km.
    places: list[FacetRow]
    #: Jobs by their highest yearly pay, in the currency each states.
    salary: FacetPay

class CompanyAnswerClosedItem(TypedDict):
    id: str
    title: str
    location: str | None
    closedAt: str

class CompanyAnswerOpenDays(TypedDict):
    median: float
    #: Openings that closed in the last 30 days, at most 30 of each board, of which this is the median.
    closings: int
    #: Some of them were there when their board was first read, so that they were open for longer than was seen.
    atLeast: bool

class CompanyAnswer(TypedDict):
    #: Its name without case, spaces, punctuation and legal form: "Acme Robotics Inc." is `acmerobotics`.
    key: str
    name: str
    url: str | None
    logoUrl: str | None
    #: Such as `Financial Services`; `null` unless it is known of the board.
    industry: str | None
    #: Employees; `null` unless it is known of the board.
    size: Literal["1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10000+"] | None
    #: Its openings.
    total: int
    #: Its openings by field, as in the facets of a search.
    facets: CompanyAnswerFacets
    #: Its newest openings.
    jobs: list[Job]
    #: Openings that its boards were found to list no longer, the latest first; of the last 30 days.
    closed: list[CompanyAnswerClosedItem]
    #: How many days its openings were seen open until they closed; `null` = none was seen to close.
    openDays: CompanyAnswerOpenDays | None
    #: The boards that list the openings in `jobs`.
    sources: list[str]
    #: Not all held postings could be searched.
    partial: bool

class SuggestAnswer(TypedDict):
    #: The text that was completed.
    q: str
    titles: list[SuggestedWord]
    #: Skills and tags that postings state.
    skills: list[SuggestedWord]
    companies: list[SuggestedWord]
    #: Places as values of `location`.
    places: list[SuggestedWord]

class SuggestedWord(TypedDict):
    word: str
    #: Postings that state it; copies on several boards count separately.
    jobs: int

GeoStatsWindow = TypedDict("GeoStatsWindow", {"from": "str", "to": "str", "hours": "int"})

class GeoStatsSearches(TypedDict):
    total: int
    cached: int
    collected: int
    failed: int
    hitRate: float | None
    #: Percentiles in milliseconds; `null` where nothing was measured.
    tookMs: Percentiles

class GeoStatsTotals(TypedDict):
    """The sums over all places of the answer, also of those beyond `top`; with `country`, of that country."""

    #: Places with a search or a job, listed or not.
    places: int
    searches: int
    jobs: int
    newJobs: int
    workplaces: WorkplaceCounts

class GeoStatsSourceCounts(TypedDict):
    """Sources read in the window, of which `sources` names at most 100."""

    total: int
    ok: int
    resting: int

class GeoStatsWorkersItem(TypedDict):
    id: str
    startedAt: str
    lastSeenAt: str
    running: int
    finished: int

class GeoStatsGenerativeEnginesEnginesItemKinds(TypedDict):
    agent: int
    crawler: int
    referral: int

class GeoStatsGenerativeEnginesEnginesItem(TypedDict):
    engine: str
    requests: int
    kinds: GeoStatsGenerativeEnginesEnginesItemKinds
    lastSeenAt: str

class GeoStatsGenerativeEngines(TypedDict):
    """Assistants and crawlers of generative engines that called this service."""

    requests: int
    fromEngines: int
    share: float | None
    engines: list[GeoStatsGenerativeEnginesEnginesItem]

class GeoStatsSeriesItem(TypedDict):
    at: str
    searches: int
    cached: int
    failed: int
    jobs: int
    fromEngines: int

class GeoStats(TypedDict):
    generatedAt: str
    window: GeoStatsWindow
    #: Where people read what each number means.
    definitions: str
    searches: GeoStatsSearches
    #: The sums over all places of the answer, also of those beyond `top`; with `country`, of that country.
    totals: GeoStatsTotals
    #: Busiest first.
    places: list[PlaceStats]
    #: At most 100: sources that are cooling down first, then those with the most jobs.
    sources: list[SourceStats]
    #: Sources read in the window, of which `sources` names at most 100.
    sourceCounts: GeoStatsSourceCounts
    workers: list[GeoStatsWorkersItem]
    #: Assistants and crawlers of generative engines that called this service.
    generativeEngines: GeoStatsGenerativeEngines
    #: Hour by hour or day by day, oldest first.
    series: list[GeoStatsSeriesItem]

class PlaceStatsSalary(TypedDict):
    currency: str | None
    #: Jobs that state their pay in this currency.
    known: int
    #: From five known salaries on.
    medianYearly: float | None

class PlaceStats(TypedDict):
    place: str | None
    city: str | None
    region: str | None
    country: str | None
    lat: float | None
    lon: float | None
    searches: int
    #: Counted as unique.
    jobs: int
    #: Posted within a day of being collected.
    newJobs: int
    workplaces: WorkplaceCounts
    salary: PlaceStatsSalary
    #: Percentiles in milliseconds; `null` where nothing was measured.
    tookMs: Percentiles
    lastCollectedAt: str | None

class SourceStats(TypedDict):
    name: str
    status: Literal["ok", "resting"]
    asked: int
    answered: int
    timedOut: int
    failed: int
    jobs: int
    #: Percentiles in milliseconds; `null` where nothing was measured.
    tookMs: Percentiles
    lastAnswerAt: str | None
    restingUntil: str | None

class Percentiles(TypedDict):
    p50: int | None
    p95: int | None

WorkplaceCounts = TypedDict("WorkplaceCounts", {"on site": "int", "remote": "int", "hybrid": "int", "unknown": "int"})

class Watch(TypedDict):
    id: str
    search: WatchedSearch
    #: Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:), or to a chat (ntfy:, slack:, discord:, telegram:).
    url: str
    #: How often new openings are sent: as they are found, on each hour, or at 08:00, each day or on Mondays.
    rhythm: Literal["at once", "hourly", "daily", "weekly"]
    #: When nothing is sent, such as `22:00-07:00`; `""` = there are none.
    quietHours: str
    #: The IANA time zone of both, such as `Europe/Berlin`.
    timeZone: str
    #: `failing`: its address did not accept the last delivery, which is tried again.
    state: Literal["active", "failing", "paused"]
    #: Why it is failing or paused; `null` while it is active.
    reason: str | None
    createdAt: str
    #: When an address last accepted a delivery.
    lastDeliveryAt: str | None

class CreatedWatch(TypedDict):
    id: str
    search: WatchedSearch
    #: Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:), or to a chat (ntfy:, slack:, discord:, telegram:).
    url: str
    #: How often new openings are sent: as they are found, on each hour, or at 08:00, each day or on Mondays.
    rhythm: Literal["at once", "hourly", "daily", "weekly"]
    #: When nothing is sent, such as `22:00-07:00`; `""` = there are none.
    quietHours: str
    #: The IANA time zone of both, such as `Europe/Berlin`.
    timeZone: str
    #: `failing`: its address did not accept the last delivery, which is tried again.
    state: Literal["active", "failing", "paused"]
    #: Why it is failing or paused; `null` while it is active.
    reason: str | None
    createdAt: str
    #: When an address last accepted a delivery.
    lastDeliveryAt: str | None
    #: Signs the deliveries; it is shown this once.
    secret: str

class WatchList(TypedDict):
    watches: list[Watch]

class WatchTest(TypedDict):
    #: The `webhook-id` of the delivery.
    id: str
    accepted: bool
    #: Why it was not accepted; `null` when it was.
    reason: str | None

class DeliveryData(TypedDict):
    #: The id of the watch.
    watch: str
    #: The new openings, each as in a search without `match`.
    jobs: list[Opening]

class Delivery(TypedDict):
    #: `watch.test`: a test that was asked for; it has no jobs.
    type: Literal["jobs.found", "watch.test"]
    #: When the delivery was made.
    timestamp: str
    data: DeliveryData

class WatchDelivery(TypedDict):
    #: Its number in this watch, by which it is sent again.
    n: int
    #: The `webhook-id` of the delivery: the same in all attempts to send it.
    id: str
    type: Literal["jobs.found", "watch.test"]
    at: str
    tookMs: int
    #: Openings in the delivery.
    jobs: int
    accepted: bool
    #: The status that the address answered; `null` without an answer, and for messages.
    status: int | None
    #: How the body of its answer begins, as text; `null` where there was none.
    answer: str | None
    #: Why it was not accepted; `null` when it was.
    reason: str | None
    #: When it is tried again; `null` when it is not.
    nextAt: str | None

class WatchDeliveryList(TypedDict):
    deliveries: list[WatchDelivery]

class WatchedSearch(TypedDict):
    keyword: str
    location: str
    #: `""`, `24hr`, `past week`, `past month` or hours such as `72hr`.
    dateSincePosted: str
    #: `""`, or pay of a year: `80000`, `80000-120000` or `up to 60000`, with the code of a currency (`50000 EUR`) or without.
    salary: str
    #: `""`, a word, or several such as `contract, full time`.
    jobType: str
    #: `""`, a word, or several such as `hybrid, remote`.
    remoteFilter: str
    #: `""`, a word, or several such as `associate, entry level`.
    experienceLevel: str
    #: `""`, or names of companies such as `Acme; Globex`.
    excludeCompanies: str
    #: `""`, a code, or several such as `de, en`.
    language: str
    #: `""`, or names of skills such as `Python, SQL`.
    skills: str
    #: `""`, a label, or several such as `fresh, new`.
    label: str

class MeQuota(TypedDict):
    #: Searches in a window.
    requests: int
    windowSeconds: int
    #: Searches left in this window.
    remaining: int
    #: Seconds until the window ends; the length of a window when none has begun.
    resetSeconds: int
    #: When the window ends; `null` when none has begun.
    resetsAt: str | None

class Me(TypedDict):
    plan: str
    #: The id of your key, never the key itself; `null` without one.
    key: str | None
    quota: MeQuota
    #: Searches that may be collected for you at the same time.
    searchesAtOnce: int
    #: Exports that may run for you at the same time; 0 without a key.
    exportsAtOnce: int
    #: Watches that you may have; 0 without a key.
    watches: int
    #: Whether lists and exports may have whole descriptions; not without a key.
    descriptions: bool

class InfoEndpointsItem(TypedDict):
    method: str
    path: str
    summary: str

class _InfoFields(TypedDict):
    type: Literal["string"]
    default: str
    summary: str

class InfoFields(_InfoFields, total=False):
    noun: str
    maxLength: int
    minimum: str
    maximum: str
    allowed: list[str]
    #: Other spellings of each word.
    understood: dict[str, list[str]]
    #: It takes several of its words: any of them.
    several: Literal[True]

class InfoProblems(TypedDict):
    status: int
    title: str
    advice: str

class Info(TypedDict):
    name: Literal["job-search"]
    description: str
    version: str
    releaseId: str | None
    status: Literal["pass", "warn", "fail"]
    time: str
    checks: dict[str, list[HealthCheck]]
    endpoints: list[InfoEndpointsItem]
    fields: dict[str, InfoFields]
    #: Whether people without a key may have new jobs sent by mail: the page /alerts.
    alerts: bool
    plans: list[Plan]
    problems: dict[str, InfoProblems]

class _HealthCheck(TypedDict):
    componentType: str
    status: Literal["pass", "warn", "fail"]
    observedValue: float | str | None
    #: What is wrong, in a sentence.
    output: str | None

class HealthCheck(_HealthCheck, total=False):
    observedUnit: str

class Plan(TypedDict):
    name: str
    #: Searches in `windowSeconds`; `null` = agreed on with each caller.
    requests: int | None
    windowSeconds: int
    #: Whether it takes a key: only the free plan takes none.
    key: bool
    #: Turn in the queue: a smaller number is served first.
    priority: int
    #: Searches being collected at once.
    searchesAtOnce: int
    #: Exports that may run at once, over all API processes; 0 without a key.
    exportsAtOnce: int
    #: Watches that you may have; 0 without a key. Those that are there stay when the plan is lowered.
    watches: int
    #: Whether lists and exports may have whole descriptions; not without a key.
    descriptions: bool
    #: Megabytes (10^6 bytes) that may be kept for your searches together; beyond it the oldest is let go.
    keptMegabytes: int

class FieldErrorAllowed(TypedDict):
    min: str
    max: str

class _FieldError(TypedDict):
    #: RFC 6901 as a URI fragment: `#/jobType`; `#` is the body itself.
    pointer: str
    code: Literal["not-an-object", "unknown-field", "not-a-string", "not-a-number", "unknown-value", "out-of-range", "too-long", "conflict"]
    detail: str

class FieldError(_FieldError, total=False):
    #: What may be sent: a list of words, or a range.
    allowed: list[str] | FieldErrorAllowed
    #: What was probably meant.
    suggestion: str
