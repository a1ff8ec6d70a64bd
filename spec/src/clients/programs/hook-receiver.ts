import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What a webhook sent: its `X-Gitlab-Event`, and the payload. */
export interface Heard {
  readonly Event: string
  readonly Body: unknown
}

/** A server on this machine that takes whatever webhooks send. */
export interface HookReceiver {
  readonly url: string
  readonly heard: ReadonlyArray<Heard>
  readonly close: () => Promise<void>
}

/** Listens on a free port of the loopback address. */
export const startHookReceiver = async (): Promise<HookReceiver> => {
  const heard: Array<Heard> = []
  const server = createServer(async (request, response) => {
    heard.push({ Event: String(request.headers['x-gitlab-event']), Body: await json(request) })
    response.end('heard')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { heard, url: `http://127.0.0.1:${port}/hook`, close }
}
