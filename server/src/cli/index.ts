/** The commands of `forgefold`. */
import type { Command, Terminal } from './command.js'
import { readFlags, UsageError } from './flags.js'
import { helpCommand } from './help.js'
import { serve } from './serve.js'
import { version } from './version.js'

export type { Command, Terminal } from './command.js'
export * from './releases.js'

/** By name, in the order of the help; commands that a server does not need are loaded on demand. */
const commands: Readonly<Record<string, () => Command | Promise<Command>>> = {
  serve: () => serve,
  doctor: async () => (await import('./doctor.js')).doctor,
  rebuild: async () => (await import('./rebuild.js')).rebuild,
  reactors: async () => (await import('./reactors.js')).reactors,
  copy: async () => (await import('./copy.js')).copy,
  'export-seed': async () => (await import('./export-seed.js')).exportSeed,
  history: async () => (await import('./history.js')).history,
  audit: async () => (await import('./audit/index.js')).audit,
  releases: async () => (await import('./releases-command.js')).releases,
  version: () => version,
  help: () => helpCommand(() => Promise.all(Object.values(commands).map((load) => load()))),
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
])

/** What `--help` after these words asks for: a command, or the subcommand that its first argument chooses. */
const helpedWith = async (name: string, [word = '']: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  return command?.subcommands?.some((one) => one.name === word) === true ? [name, word] : [name]
}

/** Runs one command line; returns the exit code: 2 for a usage error. */
export const runCommandLine = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const [first = 'help', ...rest] = args
  const name = ALIASES.get(first) ?? first
  const wantsHelp = rest.includes('--help') || rest.includes('-h')
  const wanted = wantsHelp ? 'help' : name
  const command = Object.hasOwn(commands, wanted) ? await commands[wanted]?.() : undefined
  try {
    if (command === undefined) throw new UsageError(`there is no command ${first}; forgefold help lists them`)
    const flags = readFlags(command.flags, wantsHelp ? await helpedWith(name, rest) : rest, terminal.environment)
    const [word] = flags.positionals
    if (word !== undefined && command.takesWords === undefined)
      throw new UsageError(`${command.name} takes flags only; got ${word}`)
    return await command.run(flags, terminal)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.tell(`forgefold: ${error.message}`)
    return 2
  }
}
