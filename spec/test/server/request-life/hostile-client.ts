import { connect, type Socket } from 'node:net'

/** A request as bytes on a socket. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** How a client misbehaves; resolves with what it heard once it is done or the server has closed. */
export type Behaviour = (port: number, request: RawRequest) => Promise<string>

const PATIENCE_MS = 60_000

/** The head; the body's length is told unless it is to be sent in chunks. */
export const headOf = ({ method, path, headers, body }: RawRequest, length = body?.length): Buffer =>
  Buffer.from(
    [
      `${method} ${path} HTTP/1.1`,
      'Host: forge.test',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(length === undefined ? [] : [`Content-Length: ${length}`]),
      '',
      '',
    ].join('\r\n'),
    'latin1',
  )

interface Talk {
  readonly socket: Socket
  readonly heard: () => string
  /** Resolves when the connection is over, or rejects nothing after so long. */
  readonly over: (patience?: number) => Promise<void>
}

const talkTo = (port: number, listens = true): Promise<Talk> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let heard = ''
    let closed = false
    const closing = new Promise<void>((done) => {
      socket.once('close', () => {
        closed = true
        done()
      })
    })
    socket.on('error', () => undefined)
    socket.once('error', reject)
    // A server that ends its side has ended the conversation.
    socket.once('end', () => socket.end())
    if (listens)
      socket.on('data', (chunk) => {
        if (heard.length < 100_000) heard += chunk.toString('latin1')
      })
    socket.once('connect', () =>
      resolve({
        socket,
        heard: () => heard,
        over: async (patience = PATIENCE_MS) => {
          if (closed) return
          let timer: NodeJS.Timeout | undefined
          await Promise.race([
            closing,
            new Promise<void>((done) => {
              timer = setTimeout(done, patience)
            }),
          ])
          clearTimeout(timer)
          socket.destroy()
        },
      }),
    )
  })

const written = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    else socket.write(bytes, () => resolve())
  })

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const bodyOf = ({ body }: RawRequest): Uint8Array => body ?? new Uint8Array(0)

const half = (request: RawRequest): Uint8Array => bodyOf(request).subarray(0, Math.ceil(bodyOf(request).length / 2))

/** Sends so much of the request, then is gone: by FIN, or by a reset. */
const breaksOff =
  (part: (request: RawRequest) => Uint8Array, how: 'destroy' | 'resetAndDestroy', after = 30): Behaviour =>
  async (port, request) => {
    const { socket, heard, over } = await talkTo(port)
    await written(socket, headOf(request))
    await written(socket, part(request))
    await pause(after)
    socket[how]()
    await over(1000)
    return heard()
  }

/** Sends so much, says that nothing more will come, and listens on. */
const halfCloses =
  (part: (request: RawRequest) => Uint8Array): Behaviour =>
  async (port, request) => {
    const { socket, heard, over } = await talkTo(port)
    await written(socket, headOf(request))
    await written(socket, part(request))
    socket.end()
    await over()
    return heard()
  }

const NOTHING = (): Uint8Array => new Uint8Array(0)

/** Sends a byte, and another one after more than a second. */
const crawls: Behaviour = async (port, request) => {
  const { socket, heard, over } = await talkTo(port)
  await written(socket, headOf(request))
  for (const byte of bodyOf(request).subarray(0, 20)) {
    if (socket.destroyed || socket.readableEnded) break
    await written(socket, Uint8Array.of(byte))
    await pause(1100)
  }
  await over(1000)
  return heard()
}

/** Asks, takes nothing of the answer, and stays until it is told to go: a client that reads nothing does not hear that it was cut. */
const readsNothing = async (port: number, request: RawRequest, leaving: Promise<void>): Promise<void> => {
  const { socket } = await talkTo(port, false)
  socket.pause()
  await written(socket, headOf(request))
  await written(socket, bodyOf(request))
  await leaving
  socket.destroy()
}

/** Asks, and is gone as soon as the answer begins. */
const leavesInTheAnswer: Behaviour = async (port, request) => {
  const { socket, heard, over } = await talkTo(port)
  socket.once('data', () => socket.destroy())
  await written(socket, headOf(request))
  await written(socket, bodyOf(request))
  await over(5000)
  return heard()
}

/** Sends the whole request and takes the whole answer, as it should be. */
export const whole: Behaviour = async (port, request) => {
  const { socket, heard, over } = await talkTo(port)
  await written(socket, headOf({ ...request, headers: { ...request.headers, Connection: 'close' } }))
  await written(socket, bodyOf(request))
  await over()
  return heard()
}

/** The same as a git client does it: the body in chunks, as it comes. */
export const wholeInChunks: Behaviour = async (port, request) => {
  const { socket, heard, over } = await talkTo(port)
  const headers = { ...request.headers, Connection: 'close', 'Transfer-Encoding': 'chunked' }
  const { body: _, ...bodiless } = request
  await written(socket, headOf({ ...bodiless, headers }))
  const body = bodyOf(request)
  for (let at = 0; at < body.length && !socket.destroyed; at += 16_384) {
    const chunk = body.subarray(at, at + 16_384)
    await written(socket, Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]))
  }
  await written(socket, Buffer.from('0\r\n\r\n'))
  await over()
  return heard()
}

const NOISE = new Uint8Array(4_000_000)
for (let at = 0; at < NOISE.length; at++) NOISE[at] = (at * 7919 + (at >> 3) * 31) & 0xff

const noise = (length: number): Uint8Array => NOISE.subarray(0, length)

const sendsInstead =
  (change: (request: RawRequest) => RawRequest): Behaviour =>
  (port, request) =>
    whole(port, change(request))

/** What clients do that have something to send. */
export const SENDERS: Readonly<Record<string, Behaviour>> = {
  'breaks off before the body': breaksOff(NOTHING, 'destroy'),
  'is reset before the body': breaksOff(NOTHING, 'resetAndDestroy'),
  'breaks off in the body': breaksOff(half, 'destroy'),
  'is reset in the body': breaksOff(half, 'resetAndDestroy'),
  'breaks off after the body': breaksOff(bodyOf, 'destroy', 0),
  'is reset after the body': breaksOff(bodyOf, 'resetAndDestroy', 0),
  'half-closes before the body': halfCloses(NOTHING),
  'half-closes in the body': halfCloses(half),
  'half-closes after the body': halfCloses(bodyOf),
  'leaves in the answer': leavesInTheAnswer,
  'sends garbage': sendsInstead((request) => ({ ...request, body: noise(5000) })),
  'sends much garbage': sendsInstead((request) => ({ ...request, body: noise(3_000_000) })),
  'sends garbage as gzip': sendsInstead((request) => ({
    ...request,
    headers: { ...request.headers, 'Content-Encoding': 'gzip' },
    body: noise(5000),
  })),
  'sends gzip that breaks off': sendsInstead((request) => ({
    ...request,
    headers: { ...request.headers, 'Content-Encoding': 'gzip' },
    body: Buffer.from('1f8b08000000000000034b4c4a', 'hex'),
  })),
  'is refused midway': (port, request) =>
    whole(port, {
      ...request,
      headers: { ...request.headers, Authorization: 'Basic bm86Ym9keQ==', 'PRIVATE-TOKEN': 'nobody' },
      body: noise(4_000_000),
    }),
}

/** What clients do that have something to fetch. */
export const READERS: Readonly<Record<string, Behaviour>> = {
  'leaves before the answer': breaksOff(NOTHING, 'destroy', 0),
  'leaves in the answer': leavesInTheAnswer,
  'is reset in the answer': breaksOff(NOTHING, 'resetAndDestroy', 60),
  'half-closes': halfCloses(NOTHING),
  'asks for the head alone': (port, request) => whole(port, { ...request, method: 'HEAD' }),
  'asks for the head alone and leaves': (port, request) =>
    breaksOff(NOTHING, 'resetAndDestroy', 0)(port, { ...request, method: 'HEAD' }),
}

export const SLOW_SENDER = crawls
export const SLOW_READER = readsNothing
