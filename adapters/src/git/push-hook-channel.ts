import type { Duplex } from 'node:stream'
import type { ObjectId, PushedRef, PushVerdict } from '@forgefold/core/ports'
import { NO_OBJECT } from '@forgefold/core/ports'

/** A message of a hook: the proposal with the folder of the quarantined objects, or the refs that moved. */
export interface HookMessage {
  readonly kind: 'ask' | 'tell'
  readonly objects: string
  readonly updates: ReadonlyArray<PushedRef>
  /** The push options of the client; empty after the update. */
  readonly options: ReadonlyArray<string>
}

const OPTION = 'option '
const REF = 'ref '

const UPDATE = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (.+)$/s

const present = (id: string): ObjectId | null => (id === NO_OBJECT ? null : (id as ObjectId))

/** Lines for a hook to show, with the one that ends them. */
const linesOf = (text: string): string => {
  const lines = text.split('\n').map((line) => (line === '.' ? '. ' : line))
  return `${lines.join('\n')}\n.\n`
}

/** A line that is no update is the rest of a name with line breaks: a ref without a name, which nobody may move. */
const updateOf = (line: string): PushedRef => {
  const [, from = NO_OBJECT, to = NO_OBJECT, ref = ''] = UPDATE.exec(line) ?? []
  return { ref, from: present(from), to: present(to) }
}

const after = (prefix: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.flatMap((line) => (line.startsWith(prefix) ? [line.slice(prefix.length)] : []))

/** The server's end of the pipe to the hooks of a push. */
export class PushHookChannel {
  private text = ''

  constructor(
    private readonly pipe: Duplex,
    private readonly onWord: (word: HookMessage) => void,
  ) {
    pipe.setEncoding('utf8')
    pipe.on('error', () => undefined)
    pipe.on('data', (chunk: string) => {
      this.text += chunk
      this.listen()
    })
  }

  private listen(): void {
    for (;;) {
      const end = this.text.indexOf('\n.\n')
      if (end < 0) return
      const [kind, objects = '', ...lines] = this.text.slice(0, end).split('\n')
      this.text = this.text.slice(end + 3)
      const updates = after(REF, lines).map(updateOf)
      this.onWord({ kind: kind === 'ask' ? 'ask' : 'tell', objects, updates, options: after(OPTION, lines) })
    }
  }

  answer(verdict: PushVerdict): void {
    if (verdict.kind === 'Accepted') this.pipe.write('yes\n')
    else this.pipe.write(`no\n${linesOf(verdict.message)}`)
  }

  /** Acknowledges the refs that moved; the text is shown to the user who pushes. */
  acknowledge(text: string): void {
    this.pipe.write(text === '' ? 'noted\n' : `says\n${linesOf(text.replace(/\n$/, ''))}`)
  }
}
