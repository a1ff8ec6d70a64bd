import type { Command, Terminal } from './command.js'
import { type Flag, variableOf } from './flags.js'

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
  run: async ({ positionals }, terminal) => printHelp(await commands(), positionals[0], terminal),
})

const printHelp = (commands: ReadonlyArray<Command>, wanted: string | undefined, terminal: Terminal): number => {
  const one = commands.find(({ name }) => name === wanted)
  if (one !== undefined) {
    for (const line of describe(one)) terminal.say(line)
    return 0
  }
  terminal.say('forgefold <command> [flags]')
  terminal.say('')
  for (const command of commands) for (const line of inShort(command)) terminal.say(line)
  terminal.say('')
  terminal.say('Each flag can be given as an environment variable too: --log-level as FORGEFOLD_LOG_LEVEL.')
  terminal.say('FORGEFOLD_ROOT_TOKEN and FORGEFOLD_ROOT_PASSWORD set what the first administrator gets.')
  return wanted === undefined ? 0 : 2
}
