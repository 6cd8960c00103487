import { openSegments } from '../../../../worker/engine/segments/segments-engine.js';
import { conforms } from '../conformance.js';

await conforms('segments', openSegments);
