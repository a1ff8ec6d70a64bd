/** A message to the user who pushes, shown by their git. A warning stands out; its words are wrapped. */
export interface TerminalMessage {
  readonly kind: 'plain' | 'warning'
  readonly text: string
}

/** The columns of a narrow terminal, without those of git's own `remote: `. */
const WIDTH = 80 - 'remote: '.length
const MARGIN = 2

const wrapped = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH - 2 * MARGIN) lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines
}

const centred = (line: string): string => `${' '.repeat(Math.max(0, Math.floor((WIDTH - line.length) / 2)))}${line}`

const RULE = '='.repeat(WIDTH)

const warning = (text: string): string => `${RULE}\n\n${wrapped(text).map(centred).join('\n')}\n\n${RULE}`

/** The text for the terminal of the user who pushes: an empty line before and after each message (docs/reference/behaviour/git.md#messages-to-the-pusher). */
export const terminalText = (messages: ReadonlyArray<TerminalMessage>): string =>
  messages.length === 0
    ? ''
    : `\n${messages.map(({ kind, text }) => `${kind === 'plain' ? text : warning(text)}\n\n`).join('')}`
