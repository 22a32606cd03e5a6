// Killed at any act on the disk, does a replay lose or double anything? The next start repeats it, or brings it to its end.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Store } from '../../../src/state/store.ts';
import { built, removeBuilt } from '../../faults/built.ts';
import { type Act, type Diary, type InnerFault, MOMENTS, SETTING } from '../../faults/fault.ts';
import { Random } from '../../faults/random.ts';
import { folderWith } from '../running.ts';
import { contentIn, ranIn } from './replaying.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const KILLS = Number(process.env['KILLS'] ?? 14);

const PLAN = `version: 1
name: killed
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
  - set: { /key: "{/slug}" }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;
const CORRECTED = PLAN.replace('{/slug}', '{/slug?}').replace('link:', 'lenient: true, link:');

/** Of ten, one has no array, two have no slug, one is broken for good. */
const POSTS = Array.from({ length: 400 }, (_, i) => {
  const text = 'x'.repeat(i % 50);
  if (i % 10 === 3) return `{"id":"${i}","slug":"s","comments":"${text}"}`;
  if (i % 10 === 5 || i % 10 === 6) return `{"id":"${i}","text":"${text}","comments":[{"id":1},{"id":2}]}`;
  return i % 10 === 8 ? `{"id":"${i}` : `{"id":"${i}","slug":"s","text":"${text}","comments":[{"id":1}]}`;
});

const root = mkdtempSync(join(tmpdir(), 'replay-kill-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  removeBuilt();
});

const { cli, preload } = await built();

/** A run that is complete, with its plan corrected. */
async function prepared(): Promise<string> {
  const folder = folderWith({ 'posts.ndjson': `${POSTS.join('\n')}\n`, 'plan.yaml': CORRECTED });
  await ranIn(folder, PLAN);
  return folder;
}

function start(folder: string, args: readonly string[], fault?: InnerFault) {
  const diary = join(root, 'diary.json');
  rmSync(diary, { force: true });
  const watched = ['--disable-warning=ExperimentalWarning', '--import', preload, cli];
  const { status, signal, stderr } = spawnSync(process.execPath, [...watched, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'compiled'),
      [SETTING]: JSON.stringify({ folder, diary, ...(fault === undefined ? {} : { fault }) }),
    },
  });
  return { status, signal, stderr, diary: JSON.parse(readFileSync(diary, 'utf8')) as Diary };
}

const REPLAY = ['replay', 'state/rejects.ndjson', '--plan', 'plan.yaml'];

/** All that is there afterwards, what depends on time and place aside. */
function resultIn(folder: string): unknown {
  const report = JSON.parse(readFileSync(join(folder, 'state/report.json'), 'utf8')) as Record<string, unknown>;
  const { startedAt: _at, seconds: _seconds, files: _files, plan: _plan, ...figures } = report;
  const store = Store.open(join(folder, 'state'));
  const { files, tally, findings, facts, ended } = store.saved!;
  store.close();
  const lengths = Object.entries(files).map(([path, length]) => [path.replace(folder, ''), length]);
  return { content: contentIn(folder), figures, state: { lengths, tally, findings, facts, ended } };
}

describe(`a replay that is killed (seed ${SEED})`, () => {
  it('comes to the same end, whenever it was', { timeout: 120_000 + KILLS * 15_000 }, async () => {
    const undisturbed = await prepared();
    const { status, diary } = start(undisturbed, REPLAY);
    expect(status).toBe(9);
    const expected = resultIn(undisturbed);
    const random = new Random(SEED);
    const acts = (Object.entries(diary.acts) as [Act, number][]).filter(([, count]) => count > 0);
    const last: InnerFault[] = [
      { kind: 'kill', act: 'rename', nth: 1, moment: 'before' },
      { kind: 'kill', act: 'rename', nth: 2, moment: 'after' },
      { kind: 'kill', act: 'remove', nth: 1, moment: 'after' },
    ];
    const faults = Array.from({ length: KILLS }, (_, i): InnerFault => {
      const [act, count] = random.pick(acts);
      const nth = 1 + random.below(count);
      const isWriting = act === 'write' || act === 'statement' || act === 'commit';
      if (isWriting && random.chance(0.3)) return { kind: 'full disk', act, nth, half: random.chance(0.5) };
      return last[i] ?? { kind: 'kill', act, nth, moment: random.pick(MOMENTS) };
    });
    for (const fault of faults) {
      const folder = await prepared();
      const killed = start(folder, REPLAY, fault);
      // Where nothing but letting go of the state is left, a full disk is no matter.
      const endings = fault.kind === 'kill' ? ['SIGKILL'] : [5, 9];
      expect([fault, endings]).toEqual([fault, expect.arrayContaining([killed.signal ?? killed.status])]);
      const again = start(folder, REPLAY);
      expect([fault, again.status]).toEqual([fault, 9]);
      const ended = resultIn(folder);
      // What had been carried out is replayed once more, and what is left of it stays rejected.
      const compared = isRepeated(ended) ? withoutReplay : (result: unknown) => result;
      expect(compared(ended)).toEqual(compared(expected));
      expect(existsSync(join(folder, 'state/replay'))).toBe(false);
      rmSync(folder, { recursive: true });
    }
  });

  it('is brought to its end by a run that comes after it, which goes its way', async () => {
    const folder = await prepared();
    const killed = start(folder, REPLAY, { kind: 'kill', act: 'rename', nth: 1, moment: 'before' });
    expect(killed.signal).toBe('SIGKILL');
    const { status } = start(folder, ['run', 'plan.yaml', '--to', 'out', '--state', 'state']);
    expect(status).toBe(9);
    const fromTheBeginning = folderWith({ 'posts.ndjson': `${POSTS.join('\n')}\n` });
    await ranIn(fromTheBeginning, CORRECTED);
    expect(contentIn(folder)).toEqual(contentIn(fromTheBeginning));
  });

  it('says what to do where the disk is full when it is carried out', async () => {
    const undisturbed = await prepared();
    const { write } = start(undisturbed, REPLAY).diary.acts;
    const folder = await prepared();
    // The last ones are those into the target, and of what is exported of the state.
    const full = start(folder, REPLAY, { kind: 'full disk', act: 'write', nth: write, half: true });
    expect(full.status).toBe(5);
    expect(full.stderr).toContain('The replay is decided and not carried out yet, or in part: call it again');
    expect(start(folder, REPLAY).status).toBe(9);
    expect(withoutReplay(resultIn(folder))).toEqual(withoutReplay(resultIn(undisturbed)));
  });

  it('says that it has been brought to its end, and refuses a dry run before', async () => {
    const folder = await prepared();
    start(folder, REPLAY, { kind: 'kill', act: 'rename', nth: 1, moment: 'before' });
    const status = spawnSync(process.execPath, [cli, 'status', 'plan.yaml', '--state', 'state'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status.stdout).toMatch(/remodel replay \S+rejects\.ndjson$/m);
    const dry = start(folder, [...REPLAY, '--dry-run']);
    expect([dry.status, dry.stderr]).toEqual([2, expect.stringContaining('has to come to its end first')]);
    const { stderr } = start(folder, REPLAY);
    expect(stderr).toContain('A replay that had been stopped has been brought to its end.');
  });
});

interface Result {
  readonly figures: { readonly replay: { readonly passed: number } };
}

function isRepeated(result: unknown): boolean {
  return (result as Result).figures.replay.passed === 0;
}

function withoutReplay(result: unknown): unknown {
  const { figures, ...rest } = result as Result;
  const { replay: _replay, ...others } = figures;
  return { ...rest, figures: others };
}
