import { type BackendRequest, data, type Reply } from '../support/fake-backend.ts';
import { type Random, seeded } from '../support/random.ts';

export type Misbehaviour = (question: BackendRequest, usual: Reply) => Reply;

/** Response time of a healthy backend. */
const USUAL_MS = 30;

const SILENCE_MS = 30_000;
const FLAP_MS = 500;
const HUGE = Buffer.alloc(50 * 1024 * 1024, '[');
const HUGE_LENGTH = { 'Content-Length': `${HUGE.length}` };

const WRONG: unknown[] = [42, 'text', true, {}, { list: 'none', total: 'many' }];

const half = (body: Reply['body'] = ''): Buffer => Buffer.from(body).subarray(0, body.length / 2);

const slowly = (reply: Reply, delayMs = USUAL_MS): Reply => ({ ...reply, delayMs });

/** Failures of a backend by name; `chance` chooses the variant. */
const misbehaviours = {
  well: () => (_question, usual) => slowly(usual),
  off: () => () => ({ destroy: true }),
  'HTTP 500': () => () => ({ status: 500, body: 'Internal Server Error' }),
  'silence of 30 s': () => (_question, usual) => slowly(usual, SILENCE_MS),
  'half a JSON':
    (chance) =>
    (_question, { headers = {}, body }) => ({
      write: (response) => {
        response.writeHead(200, headers);
        if (chance(2) === 0) response.end(half(body));
        else response.write(half(body), () => response.destroy());
      },
    }),
  'wrong shapes': (chance) => () => slowly(data(WRONG[chance(WRONG.length)])),
  '50 MB': (chance) => () => ({
    write: (response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json', ...(chance(2) && HUGE_LENGTH) })
        .end(HUGE);
    },
  }),
  flapping: () => (_question, usual) =>
    Math.floor(Date.now() / FLAP_MS) % 2 === 0 ? { destroy: true } : slowly(usual),
  'ten times slower': () => (_question, usual) => slowly(usual, 10 * USUAL_MS),
} satisfies Record<string, (chance: Random) => Misbehaviour>;

export type Fault = keyof typeof misbehaviours;

export const misbehaviour = (fault: Fault, seed: number): Misbehaviour => misbehaviours[fault](seeded(seed));

/** Every fault once, in an order of the seed's. */
export function faultsInOrder(seed: number): Fault[] {
  const random = seeded(seed);
  const faults: Fault[] = (Object.keys(misbehaviours) as Fault[]).filter((fault) => fault !== 'well');
  for (let at = faults.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [faults[at], faults[other]] = [faults[other] as Fault, faults[at] as Fault];
  }
  return faults;
}
