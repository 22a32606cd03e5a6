// How is a run started so that a fault can strike it? As a process of its own, with the watching module loaded first.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { built } from './built.ts';
import { type Diary, type Fault, type FaultSetting, isInner, SETTING } from './fault.ts';
import type { RunTarget } from '../../src/run/target.ts';
import type { LibraryRun } from './library.ts';
import type { Scenario, Target } from './scenario.ts';

/** Where one run, with all its starts, leaves what it leaves. */
export interface Place {
  readonly folder: string;
  readonly state: string;
  readonly out: string;
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Absent when it was killed from outside. */
  readonly diary: Diary | undefined;
  readonly milliseconds: number;
  /** What was typed, where it was the command that ran. */
  readonly typed: string | undefined;
}

export function placeIn(folder: string): Place {
  return { folder, state: join(folder, 'state'), out: join(folder, 'out') };
}

/** @param more options of the command, where it is the command that runs */
export async function startRun(
  scenario: Scenario,
  place: Place,
  fault?: Fault,
  more: readonly string[] = [],
): Promise<Ended> {
  const diary = `${place.folder}.diary.json`;
  rmSync(diary, { force: true });
  const setting: FaultSetting = {
    folder: place.folder,
    diary,
    ...(fault !== undefined && isInner(fault) ? { fault } : {}),
  };
  const { preload, ...programs } = await built();
  const [program, ...parameters] = [...commandOf(scenario, place), ...more] as const;
  const began = performance.now();
  // The watching module loads node:sqlite before anybody can leave its warning out.
  const watched = ['--disable-warning=ExperimentalWarning', '--import', preload];
  const child = spawn(process.execPath, [...watched, programs[program], ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: cacheOf(preload), [SETTING]: JSON.stringify(setting) },
  });
  const strike = fault === undefined ? undefined : strikeFrom(fault, (signal) => child.kill(signal));
  const ending = new Promise<[number | null, NodeJS.Signals | null]>((done, fail) => {
    child.on('close', (status, signal) => done([status, signal]));
    child.on('error', fail);
  });
  const [stdout, stderr, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ending]);
  clearTimeout(strike);
  const written = existsSync(diary) ? (JSON.parse(readFileSync(diary, 'utf8')) as Diary) : undefined;
  rmSync(diary, { force: true });
  const typed = program === 'cli' ? ['remodel', ...parameters].join(' ') : undefined;
  return { status, signal, stdout, stderr, diary: written, milliseconds: performance.now() - began, typed };
}

type Command = readonly [program: 'cli' | 'library', ...parameters: string[]];

function commandOf({ plan, target, workers, across, limit }: Scenario, { state, out }: Place): Command {
  if (workers > 0 || across) {
    const told: LibraryRun = { plan, target: TARGET_OF[target](out), stateFolder: state, workers, limit };
    return ['library', JSON.stringify(told)];
  }
  const others = ['--state', state, '--json', ...(limit === undefined ? [] : ['--limit', String(limit)])];
  if (target === 'folder') return ['cli', 'run', plan, '--to', out, ...others];
  return ['cli', 'rehearse', plan, ...(target === 'embedded' ? [] : ['--out', out]), ...others];
}

const TARGET_OF: Readonly<Record<Target, (out: string) => RunTarget>> = {
  folder: (folder) => ({ kind: 'folder', folder }),
  embedded: () => ({ kind: 'embedded' }),
  'embedded with --out': (out) => ({ kind: 'embedded', out }),
};

/** Reading the programs takes half as long once somebody keeps what came of it. */
function cacheOf(program: string): string {
  return join(dirname(program), 'compiled');
}

function strikeFrom(fault: Fault, kill: (signal: NodeJS.Signals) => void): NodeJS.Timeout | undefined {
  if (fault.kind === 'kill from outside') return setTimeout(kill, fault.milliseconds, 'SIGKILL');
  if (fault.kind === 'signal from outside') return setTimeout(kill, fault.milliseconds, fault.signal);
  return undefined;
}
