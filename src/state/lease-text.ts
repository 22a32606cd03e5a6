/** What is said of whoever holds a state? Sentences for people, with what to do next. */
import { Fatal } from '../errors.ts';
import type { Owner } from './lease.ts';

/** `process 4711 on host-a (ann)` */
function ownerText({ pid, host, user }: Owner): string {
  return `process ${pid} on ${host}${user === '' ? '' : ` (${user})`}`;
}

export function heldByAnother(folder: string, owner: Owner, now: number): Fatal {
  const begun = `begun ${agoText(owner.since, now)}`;
  const seen = `last sign of life ${agoText(owner.renewedAt, now)}`;
  const end = `${spanText(Math.max(0, owner.expiresAt - now))} from now`;
  return new Fatal('locked', `Another run holds ${folder}: ${ownerText(owner)}, ${begun}, ${seen}.`, {
    advice: `Wait for it to end, or stop that process (kill ${owner.pid}) to take over. Where it hangs, its lease ends by itself ${end}.`,
  });
}

/** It was stopped while it wrote, so that nobody else can. */
export function heldInCommit(folder: string, owner: Owner, now: number): Fatal {
  const seen = agoText(owner.renewedAt, now);
  return new Fatal('locked', `Another run holds ${folder} in the middle of a commit: ${ownerText(owner)}.`, {
    advice: `Its last sign of life was ${seen}. End that process (kill -9 ${owner.pid}) to take over: nothing that was committed is lost.`,
  });
}

/** Whoever is told so must leave everything as it is. */
export function lostTo(folder: string, successor: Owner, lastSign: number, now: number): Fatal {
  const silence = spanText(Math.max(0, successor.since - lastSign));
  return new Fatal(
    'locked',
    `${capital(ownerText(successor))} took over ${folder} ${agoText(successor.since, now)}, after ${silence} without a sign of life of this run.`,
    { advice: 'This run has stopped and has committed nothing since; the other one went on from its last commit.' },
  );
}

export function takenFromTheDead(owner: Owner, now: number): string {
  return `The last run, ${ownerText(owner)}, died ${agoText(owner.renewedAt, now)} or later; taking over from it.`;
}

export function takenFromTheSilent(owner: Owner, now: number): string {
  return `The last run, ${ownerText(owner)}, gave its last sign of life ${agoText(owner.renewedAt, now)}, and its lease has ended; taking over from it.`;
}

function agoText(then: number, now: number): string {
  return `${spanText(Math.max(0, now - then))} ago`;
}

function spanText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
