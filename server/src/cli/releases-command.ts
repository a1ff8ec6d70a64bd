import type { Command } from './command.js'
import { releasesCommand } from './releases.js'

export const releases: Command = {
  name: 'releases',
  usage: 'diff <from> <to>',
  summary: 'print what changes for a client between two API releases',
  flags: [{ name: 'json', value: undefined, fallback: undefined, summary: 'the changes as JSON' }],
  run: async (flags, terminal) => {
    const { text, code } = releasesCommand([...flags.positionals, ...(flags.isOn('json') ? ['--json'] : [])])
    terminal.say(text.trimEnd())
    return code
  },
}
