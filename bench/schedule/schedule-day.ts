import type { Bench, BenchRow } from '../bench.js';
import { quantile } from '../lib/quantile.js';
import { type SimulatedDay, simulateDay } from './simulate-day.js';

/** A day of the schedule of whole boards, on a clock that is as fast as the machine. */
export const scheduleDay: Bench = {
  title: 'A day of 5,000 boards on a schedule',
  how: 'The schedule of a worker on a real Redis, with a simulated clock, simulated hosts at 60 requests a minute and simulated normalising. 5,000 boards of log-normal sizes (median 60 postings): 2,500, 1,000 and 500 on three hosts, 1,000 on hosts of their own; each changes with a chance of 2 % an hour; 3 % fail all day; searches find postings of 5 %. Ages are sampled every minute once every board that answers has been read.',
  async run({ quick }) {
    const size = quick ? { boards: 1000, hours: 4 } : { boards: 5000, hours: 24 };
    return rowsOf(await simulateDay(size), size.hours);
  },
};

function rowsOf(day: SimulatedDay, hours: number): BenchRow[] {
  const speed = (hours * 3600) / day.tookSeconds;
  const p95 = quantile(day.ages, 0.95);
  const requests = day.readings / day.leastReadings;
  const lateShare = day.late / day.ages.length;
  return [
    {
      id: 'boards/age',
      work: 'age of a board, p95',
      ours: `${p95.toFixed(2)} of its fresh time`,
      against: 'its fresh time',
      ratio: p95.toFixed(2),
      target: '≤ 1.10',
      met: p95 <= 1.1,
    },
    {
      id: 'boards/readings',
      work: 'readings of boards that answer',
      ours: day.readings.toLocaleString('en'),
      against: `least needed: ${Math.round(day.leastReadings).toLocaleString('en')}`,
      ratio: requests.toFixed(2),
      target: '≤ 1.10',
      met: requests <= 1.1,
    },
    {
      id: 'boards/late',
      work: 'boards older than an answer tolerates',
      ours: `${(lateShare * 100).toFixed(3)} %`,
      against: `${day.ages.length.toLocaleString('en')} samples`,
      ratio: '–',
      target: '≤ 0.1 %',
      met: lateShare <= 0.001,
    },
    {
      id: 'boards/age-by-settings',
      work: 'age beside the fresh time of the settings, median, p95',
      ours: `${quantile(day.baseAges, 0.5).toFixed(2)}, ${quantile(day.baseAges, 0.95).toFixed(2)}`,
      against: 'quiet boards are read up to four times later',
      ratio: '–',
      target: null,
      met: null,
    },
    {
      id: 'boards/all-read',
      work: 'every board read once',
      ours: `after ${(day.filledSeconds / 60).toFixed(0)} min`,
      against: `at most ${day.mostInFlight} in flight`,
      ratio: '–',
      target: null,
      met: null,
    },
    {
      id: 'day/speed',
      work: `${hours} hours`,
      ours: `in ${day.tookSeconds.toFixed(0)} s`,
      against: `${day.failedReadings.toLocaleString('en')} readings failed besides`,
      ratio: `${speed.toFixed(0)} × real time`,
      target: '≥ 60',
      met: speed >= 60,
    },
  ];
}
