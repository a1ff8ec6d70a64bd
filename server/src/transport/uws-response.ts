import type { BodyStream, HttpResponse } from '../http/message.js'
import { headerText } from './header-text.js'
import { isBodiless, statusLine } from './statuses.js'
import type { NativeResponse } from './uws-binding.js'
import { UwsBody } from './uws-body.js'
import type { UwsRequest } from './uws-request.js'

/** With more than this of a request's body still to come, the client is asked to close the connection. */
const WORTH_READING = 1024 * 1024

const writeHead = (native: NativeResponse, { status, headers }: HttpResponse, closes: boolean): void => {
  native.writeStatus(statusLine(status))
  for (const [name, value] of headers) native.writeHeader(name, headerText(value))
  if (closes) native.writeHeader('Connection', 'close')
}

const isStream = (body: HttpResponse['body']): body is BodyStream =>
  body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)

/** Resolves when the client has taken what waits, or is gone. */
const writable = (request: UwsRequest, native: NativeResponse): Promise<void> =>
  new Promise((resolve) => {
    if (request.over) return resolve()
    const gone = (): void => resolve()
    request.signal.addEventListener('abort', gone, { once: true })
    native.onWritable(() => {
      request.signal.removeEventListener('abort', gone)
      resolve()
      return true
    })
  })

/** Sends a chunk of a body whose whole size is known; resolves with whether it was the last. */
const sendPart = async (
  request: UwsRequest,
  native: NativeResponse,
  chunk: Uint8Array,
  total: number,
): Promise<boolean> => {
  let rest = chunk
  while (!request.over) {
    const before = native.getWriteOffset()
    let sent: [ok: boolean, done: boolean] = [false, false]
    native.cork(() => {
      sent = native.tryEnd(rest, total)
    })
    const [ok, done] = sent
    if (done) {
      request.over = true
      return true
    }
    if (ok) return false
    rest = rest.subarray(native.getWriteOffset() - before)
    await writable(request, native)
  }
  return true
}

const sendChunk = async (request: UwsRequest, native: NativeResponse, chunk: Uint8Array): Promise<void> => {
  if (request.over) return
  let fits = true
  native.cork(() => {
    fits = native.write(chunk)
  })
  if (!fits) await writable(request, native)
}

const pump = async (
  request: UwsRequest,
  native: NativeResponse,
  body: BodyStream,
  length: number | undefined,
): Promise<void> => {
  for await (const chunk of body) {
    if (request.over) return
    if (chunk.byteLength === 0) continue
    if (length === undefined) await sendChunk(request, native, chunk)
    else if (await sendPart(request, native, chunk, length)) return
  }
  if (request.over) return
  if (request.body instanceof UwsBody) request.body.drop()
  // Fewer bytes than promised: the client must not take them for the whole.
  if (length !== undefined) native.close()
  else native.cork(() => native.end())
  request.over = true
}

const endAtOnce = (request: UwsRequest, native: NativeResponse, response: HttpResponse, closes: boolean): void => {
  const { status, body } = response
  writeHead(native, response, closes)
  if (isBodiless(status)) native.endWithoutBody()
  else if (request.method === 'HEAD')
    native.endWithoutBody(isStream(body) ? response.length : body === null ? 0 : Buffer.byteLength(body))
  else if (body === null) native.end()
  else if (!isStream(body)) native.end(body)
  request.over = true
}

/** Sends the response, no faster than the client takes it; nothing where the client is gone. */
export const sendUws = (
  request: UwsRequest,
  native: NativeResponse,
  response: HttpResponse,
  draining: boolean,
): Promise<void> | undefined => {
  if (request.over) return undefined
  let closes = draining
  if (request.body instanceof UwsBody) {
    closes ||= request.body.missing > WORTH_READING
    if (!isStream(response.body)) request.body.drop()
  }
  const { body } = response
  if (isStream(body) && request.method !== 'HEAD' && !isBodiless(response.status)) {
    native.cork(() => writeHead(native, response, closes))
    return pump(request, native, body, response.length)
  }
  endAtOnce(request, native, response, closes)
  return undefined
}
