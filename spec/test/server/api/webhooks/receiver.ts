import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver was told. */
export interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** A server that webhooks tell things. */
export interface Receiver {
  readonly url: string
  readonly heard: ReadonlyArray<Heard>
  /** What it answers from now on. */
  readonly answerWith: (status: number) => void
  /** Waits until it has heard so many things, everywhere or at one path; throws after a minute. */
  readonly hears: (count: number, path?: string) => Promise<ReadonlyArray<Heard>>
  readonly forget: () => void
  readonly close: () => Promise<void>
}

const PATIENCE_MS = 60_000

/** Listens on a free port of this machine. */
export const startReceiver = async (): Promise<Receiver> => {
  const heard: Array<Heard> = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Heard['body']
      heard.push({ path: request.url ?? '', headers: request.headers, body })
      response.statusCode = status
      if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere')
      response.end('heard')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answerWith: (next) => {
      status = next
    },
    hears: async (count, path) => {
      const until = Date.now() + PATIENCE_MS
      for (;;) {
        const wanted = path === undefined ? heard : heard.filter((one) => one.path === path)
        if (wanted.length >= count) return wanted
        if (Date.now() > until) throw new Error(`heard ${wanted.length} things, not ${count}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    forget: () => {
      heard.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
