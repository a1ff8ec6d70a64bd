import type { Command, Terminal } from './command.js'
import { type Flag, UsageError, variableOf } from './flags.js'

const flagLines = (flags: ReadonlyArray<Flag>): ReadonlyArray<string> => {
  const heads = flags.map(({ name, value }) => `--${name}${value === undefined ? '' : ` ${value}`}`)
  const width = Math.max(0, ...heads.map((head) => head.length))
  return flags.map(({ name, summary, fallback }, at) => {
    const standing = fallback === undefined ? '' : ` (default ${fallback})`
    return `  ${(heads[at] as string).padEnd(width)}  ${summary}${standing}; ${variableOf(name)}`
  })
}

/** The width of the overview, unless a word is longer. */
const COLUMNS = 100

const wrapped = (text: string, indent: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length >= COLUMNS) lines.push(indent + word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

const partsOf = ({ subcommands = [] }: Command): ReadonlyArray<string> => {
  const width = Math.max(0, ...subcommands.map(({ usage }) => usage.length))
  return subcommands.flatMap(({ usage, summary }) => {
    const lines = wrapped(summary, ' '.repeat(width + 10))
    return [`        ${usage.padEnd(width)}  ${lines[0]?.trimStart()}`, ...lines.slice(1)]
  })
}

/** A command and what it does below it. */
const inShort = (command: Command): ReadonlyArray<string> => [
  ...wrapped(`${command.name} ${command.usage}`.trim(), '  '),
  ...wrapped(command.summary, '      '),
  ...partsOf(command),
]

/** The help of one command, or of one of its subcommands. Throws `UsageError` for one that it does not have. */
const describe = (command: Command, part: string | undefined): ReadonlyArray<string> => {
  const { name, usage, summary, flags, subcommands = [] } = command
  const one = subcommands.find((sub) => sub.name === part)
  if (part !== undefined && one === undefined)
    throw new UsageError(`help takes one command at most, and ${name} has no subcommand ${part}`)
  const ofOthers = new Set(subcommands.flatMap((sub) => sub.flags))
  const shown = flags.filter((flag) => one === undefined || one.flags.includes(flag.name) || !ofOthers.has(flag.name))
  return [
    `forgefold ${`${name} ${one?.usage ?? usage}`.trim()}`,
    ...wrapped(one?.summary ?? summary, '  '),
    ...(one === undefined ? partsOf(command) : []),
    ...(shown.length === 0 ? [] : ['', ...flagLines(shown)]),
  ]
}

/** The overview of all commands, or the help of one and of its subcommands. */
export const helpCommand = (commands: () => Promise<ReadonlyArray<Command>>): Command => ({
  name: 'help',
  usage: '[command [subcommand]]',
  summary: 'show what a command does, and its options',
  flags: [],
  takesWords: true,
  run: async ({ positionals }, terminal) => {
    const [wanted, part, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('help takes one command at most, and perhaps its subcommand')
    const known = await commands()
    if (wanted === undefined) return printOverview(known, terminal)
    const one = known.find(({ name }) => name === wanted)
    if (one === undefined) throw new UsageError(`there is no command ${wanted}; forgefold help lists them`)
    for (const line of describe(one, part)) terminal.say(line)
    return 0
  },
})

const printOverview = (commands: ReadonlyArray<Command>, terminal: Terminal): number => {
  terminal.say('forgefold <command> [flags]')
  terminal.say('')
  for (const command of commands) for (const line of inShort(command)) terminal.say(line)
  terminal.say('')
  terminal.say('Each flag can be given as an environment variable too: --log-level as FORGEFOLD_LOG_LEVEL.')
  terminal.say('FORGEFOLD_ROOT_TOKEN and FORGEFOLD_ROOT_PASSWORD set what the first administrator gets.')
  return 0
}
