/** The commands of `forgefold`. */
import { audit } from './audit/index.js'
import type { Command, Terminal } from './command.js'
import { copy } from './copy.js'
import { doctor } from './doctor.js'
import { exportSeed } from './export-seed.js'
import { readFlags, UsageError } from './flags.js'
import { helpAmong } from './help.js'
import { history } from './history.js'
import { reactors } from './reactors.js'
import { rebuild } from './rebuild.js'
import { releases } from './releases-command.js'
import { serve } from './serve.js'
import { version } from './version.js'

export type { Command, Terminal } from './command.js'
export * from './releases.js'

const commands: ReadonlyArray<Command> = [
  serve,
  doctor,
  rebuild,
  reactors,
  copy,
  exportSeed,
  history,
  audit,
  releases,
  version,
  helpAmong(() => commands),
]

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

/** Runs one command line; gives the exit code: 2 where it was not understood. */
export const runCommandLine = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const [first = 'help', ...rest] = args
  const name = ALIASES.get(first) ?? first
  const wantsHelp = rest.includes('--help') || rest.includes('-h')
  const command = commands.find((one) => one.name === (wantsHelp ? 'help' : name))
  try {
    if (command === undefined) throw new UsageError(`there is no command ${first}; forgefold help lists them`)
    return await command.run(readFlags(command.flags, wantsHelp ? [name] : rest, terminal.environment), terminal)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.tell(`forgefold: ${error.message}`)
    return 2
  }
}
