import { openSegments } from '../../../../worker/engine/segments/open-segments.js';
import { conforms } from '../conformance.js';

await conforms('segments', openSegments);
