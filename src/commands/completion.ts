/** How does a shell complete commands, options and files? By a script that is printed, and made of the program. */
import type { Command } from 'commander';
import { bashScript } from './completion/bash.ts';
import { completable } from './completion/completable.ts';
import { fishScript } from './completion/fish.ts';
import type { Shell } from './completion/shells.ts';
import { zshScript } from './completion/zsh.ts';

export function completion(program: Command, shell: Shell): string {
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return script(completable(program));
}
