import type { Position } from '@forgefold/core/kernel'
import type { ReadModel } from '@forgefold/core/ports'
import type { Header, HttpRequest, HttpResponse, MaybePromise } from './message.js'
import { andThen } from './message.js'
import { POSITION_HEADER, positionHeader, positionIn } from './position-header.js'
import { refusal, responseOf } from './refusal.js'

const unreadable = refusal(400, {
  message: `400 Bad request - ${POSITION_HEADER} is not one that this instance gave out`,
})

const positionNotReached = (position: Position): HttpResponse =>
  responseOf(
    refusal(503, { message: '503 Service Unavailable - this server does not show that position yet' }, [
      ['Retry-After', '1'],
      positionHeader(position),
    ]),
  )

/**
 * Lets a request through once this server shows the position that its client has seen: at once where it does, or where none is given. A
 * response is a refusal: the read model did not reach the position in time, or the header is malformed.
 */
export const awaitPosition = (read: ReadModel, request: HttpRequest): MaybePromise<HttpResponse | undefined> => {
  const sent = request.headers.get('forgefold-position')
  if (sent === undefined) return undefined
  const wanted = positionIn(sent)
  if (wanted === undefined) return responseOf(unreadable)
  if ((read.position() ?? -1) >= wanted) return undefined
  return andThen(read.reached(wanted), (reached) => (reached ? undefined : positionNotReached(wanted)))
}

/** Adds the position that a response shows, to be sent with the next request to any server. A response with a position of its own keeps it. */
export const shownPosition = (read: ReadModel, response: HttpResponse): Header | undefined => {
  if (response.status === 503 && response.headers.some(([name]) => name === POSITION_HEADER)) return undefined
  const position = read.position()
  return position === undefined ? undefined : positionHeader(position)
}
