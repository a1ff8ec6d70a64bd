import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Forgefold } from '@forgefold/server'
import { type Exchange, exchangeOf } from './exchange.js'
import { withoutZipTimes } from './zip-times.js'

type Handler = Forgefold['handler']
type Answer = Awaited<ReturnType<Handler>>

/** Git's packs hold what git likes; their answers count by status and headers. */
const OPAQUE = /^application\/x-git-/

const typeOf = ({ headers }: Answer): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''

/** Archives that tests make tell the second in which they were made. */
const textOf = (bytes: Uint8Array): string => withoutZipTimes(bytes).toString('utf8')

/** Keeps, in one process of a test run, every question and answer, in the order of the questions. */
class Recorder {
  #slots: Array<Exchange | undefined> = []
  #test = ''

  /** Whatever is asked from now on belongs to this test. */
  enter(test: string): void {
    this.#test = test
  }

  /** The same handler; what goes through it is kept. */
  listen(handler: Handler): Handler {
    return (request) => {
      const slots = this.#slots
      const slot = slots.push(undefined) - 1
      const test = this.#test
      const asked = `${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`
      const keep = (answer: Answer, body: string): void => {
        slots[slot] = exchangeOf(test, asked, answer.status, answer.headers, body)
      }
      const heard = (answer: Answer): Answer => this.#hear(answer, (body) => keep(answer, body))
      const answer = handler(request)
      return answer instanceof Promise ? answer.then(heard) : heard(answer)
    }
  }

  #hear(answer: Answer, keep: (body: string) => void): Answer {
    const { body } = answer
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      keep(body === null ? '' : typeof body === 'string' ? body : textOf(body))
      return answer
    }
    if (OPAQUE.test(typeOf(answer))) {
      keep('(git)')
      return answer
    }
    return { ...answer, body: overheard(body, keep) }
  }

  /** Writes what was kept since it last wrote, one exchange a line, into a file of that name. */
  write(folder: string, name: string): void {
    mkdirSync(folder, { recursive: true })
    const lines = this.#slots.flatMap((exchange) => (exchange === undefined ? [] : [`${JSON.stringify(exchange)}\n`]))
    writeFileSync(join(folder, `${name}.jsonl`), lines.join(''))
    this.#slots = []
  }
}

async function* overheard(body: AsyncIterable<Uint8Array>, keep: (body: string) => void): AsyncIterable<Uint8Array> {
  const chunks: Array<Uint8Array> = []
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      yield chunk
    }
  } finally {
    keep(textOf(Buffer.concat(chunks)))
  }
}

/** Where answers are to be kept: the environment's `FORGEFOLD_RECORD_ANSWERS`; undefined: nowhere. */
export const answersFolder = (): string | undefined => process.env['FORGEFOLD_RECORD_ANSWERS']

/** The one of this process. */
export const recorder = new Recorder()
