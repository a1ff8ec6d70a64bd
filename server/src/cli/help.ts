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

/** The help of one command. */
const describe = (command: Command): ReadonlyArray<string> => [
  `forgefold ${[command.name, command.usage].filter((part) => part !== '').join(' ')}`,
  `  ${command.summary}`,
  ...(command.flags.length === 0 ? [] : ['', ...flagLines(command.flags)]),
]

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

/** A command and what it does below it. */
const inShort = ({ name, usage, summary }: Command): ReadonlyArray<string> => [
  ...wrapped(`${name} ${usage}`.trim(), '  '),
  ...wrapped(summary, '      '),
]

/** The overview of all commands, or the help of one. */
export const helpCommand = (commands: () => Promise<ReadonlyArray<Command>>): Command => ({
  name: 'help',
  usage: '[command]',
  summary: 'show what a command does, and its options',
  flags: [],
  takesWords: true,
  run: async ({ positionals }, terminal) => {
    const [wanted, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('help takes one command at most')
    const known = await commands()
    if (wanted === undefined) return printOverview(known, terminal)
    const one = known.find(({ name }) => name === wanted)
    if (one === undefined) throw new UsageError(`there is no command ${wanted}; forgefold help lists them`)
    for (const line of describe(one)) terminal.say(line)
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
