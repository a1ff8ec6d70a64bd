import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A thing that the server shows. */
export interface Row {
  readonly id: number
  readonly iid: number
  readonly [name: string]: unknown
}

/** What the server answers. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** The body where it is an object. */
  readonly json: Row
  /** The body where it is a list. */
  readonly rows: ReadonlyArray<Row>
}

export interface Question {
  readonly as?: string
  readonly json?: unknown
  readonly body?: string | URLSearchParams | FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of a running server, over HTTP and git. */
export interface Client {
  readonly url: string
  /** Asks, and throws where the answer is an error. Paths are below `/api/v4` unless they begin with `//`. */
  readonly must: (method: string, path: string, question?: Question) => Promise<Answer>
  readonly ask: (method: string, path: string, question?: Question) => Promise<Answer>
  /** Moves the clock of the instance ahead. */
  readonly advance: (seconds: number) => Promise<void>
  /** Asks again until what is looked for is there: reactors work after the answer. */
  readonly until: (path: string, fits: (answer: Answer) => boolean, as?: string) => Promise<Answer>
  /** Runs git in a folder, with a user name and a token for the server. */
  readonly git: (folder: string, ...args: ReadonlyArray<string>) => Promise<string>
}

const TIMEOUT_MS = 60_000

const read = (text: string): Pick<Answer, 'json' | 'rows'> => {
  try {
    const body = JSON.parse(text) as Row | ReadonlyArray<Row>
    return Array.isArray(body) ? { json: {} as Row, rows: body } : { json: body as Row, rows: [] }
  } catch {
    return { json: {} as Row, rows: [] }
  }
}

const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann Author',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
}

/** `url` is where the server listens, `token` an administrator's. */
export const clientOf = (url: string, token: string): Client => {
  const ask: Client['ask'] = async (method, path, { as = token, json, body, headers = {} } = {}) => {
    const given: Record<string, string> = { ...headers }
    if (as !== '' && given['authorization'] === undefined) given['private-token'] = as
    if (json !== undefined) given['content-type'] = 'application/json'
    const sent = json === undefined ? body : JSON.stringify(json)
    const address = path.startsWith('//') ? url + path.slice(1) : `${url}/api/v4${path}`
    const response = await fetch(address, {
      method,
      headers: given,
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    return { status: response.status, text, ...read(text) }
  }
  const must: Client['must'] = async (method, path, question) => {
    const answer = await ask(method, path, question)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
    return answer
  }
  return {
    url,
    ask,
    must,
    advance: async (seconds) => {
      await must('PUT', '//-/clock', { json: { advance: seconds } })
    },
    until: async (path, fits, as = token) => {
      const end = Date.now() + TIMEOUT_MS
      for (;;) {
        const answer = await ask('GET', path, { as })
        if (answer.status < 400 && fits(answer)) return answer
        if (Date.now() > end) throw new Error(`never came: ${path}: ${answer.status} ${answer.text.slice(0, 600)}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    git: async (folder, ...args) => {
      const { stdout } = await run('git', ['-C', folder, ...args], { env: gitEnvironment })
      return stdout.trim()
    },
  }
}
