import type { Command } from './command.js'
import { releasesCommand } from './releases.js'

export const releases: Command = {
  name: 'releases',
  usage: 'diff <from> <to>',
  summary: 'print what changes for a client between two API releases',
  flags: [
    { name: 'json', value: undefined, fallback: undefined, summary: 'the changes as JSON' },
    { name: 'served', value: undefined, fallback: undefined, summary: 'only what this server implements' },
  ],
  takesWords: true,
  run: async (flags, terminal) => {
    const { text, code } = releasesCommand([
      ...flags.positionals,
      ...['json', 'served'].filter((name) => flags.isOn(name)).map((name) => `--${name}`),
    ])
    if (code === 0) terminal.say(text.trimEnd())
    else terminal.tell(text.trimEnd())
    return code
  },
}
