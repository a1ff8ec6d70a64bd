import { badRequest, unavailable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpResponse, linkToNext, type PlainRoute, plainRoute, refusalOf, responseOf } from '../http/index.js'
import type { PublishedHistory } from './published-history.js'

const HASH_BYTES = 32
const FULL = 256

const text = (body: string, more: HttpResponse['headers'] = []): HttpResponse => ({
  status: 200,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-cache'], ...more],
  body,
})

const unavailableSignature = responseOf(refusalOf(unavailable('the history cannot be signed just now')))

const notFound: HttpResponse = { status: 404, headers: [['Content-Type', 'text/plain']], body: '404 Not Found\n' }

/** A number in the paths of tiles: `x001/x234/067` for 1,234,067 (C2SP tlog-tiles). */
const NUMBER = /^(?:x\d{3}\/){0,4}\d{3}$/
const WIDTH = /^[1-9]\d{0,2}$/

const numberIn = (path: string): number | undefined =>
  NUMBER.test(path) ? Number(path.replace(/[x/]/g, '')) : undefined

/** Tiles are cut to the requested width, so that a published tile stays the same while it fills. */
const tileIn = (published: PublishedHistory, level: string, path: string): Uint8Array | undefined => {
  const [whole = '', width = String(FULL)] = path.split('.p/')
  const index = numberIn(whole)
  if (index === undefined || !/^\d{1,2}$/.test(level) || !WIDTH.test(width)) return undefined
  const hashes = published.tile(Number(level), index)
  const wanted = Number(width) * HASH_BYTES
  return hashes.length < wanted || wanted > FULL * HASH_BYTES ? undefined : hashes.subarray(0, wanted)
}

const CHECKPOINTS_PAGE = 100

const badNumber = responseOf(refusalOf(badRequest('after takes the number of a checkpoint')))

/** Earlier signed notes, oldest first, separated by empty lines. */
const checkpoints = (published: PublishedHistory): PlainRoute =>
  plainRoute({
    method: 'GET',
    alwaysOfToday: true,
    path: '/.well-known/forgefold/checkpoints',
    handle: (request, _, context) => {
      const after = new URLSearchParams(request.query).get('after') ?? '0'
      if (!/^\d{1,15}$/.test(after)) return badNumber
      const found = published.checkpoints(Number(after), CHECKPOINTS_PAGE + 1)
      const page = found.slice(0, CHECKPOINTS_PAGE)
      const isLast = found.length === page.length
      return text(
        page.map(({ note }) => note).join('\n'),
        isLast ? [] : [linkToNext(context, { after: String(page.at(-1)?.number) })],
      )
    },
  })

/** Checkpoint, key and tiles of the tree over the history: public, because hashes reveal nothing about the events. */
export const historyRoutes = (published: PublishedHistory): ReadonlyArray<PlainRoute> => [
  plainRoute({
    method: 'GET',
    alwaysOfToday: true,
    path: '/.well-known/forgefold/checkpoint',
    handle: async () => {
      const checkpoint = await published.checkpoint()
      return E.isLeft(checkpoint) ? unavailableSignature : text(checkpoint.right)
    },
  }),
  checkpoints(published),
  plainRoute({
    method: 'GET',
    alwaysOfToday: true,
    path: '/.well-known/forgefold/key',
    handle: () => text(`${published.key()}\n`),
  }),
  plainRoute({
    method: 'GET',
    alwaysOfToday: true,
    path: '/.well-known/forgefold/tile/:level/*path',
    handle: (_, { level = '', path = '' }) => {
      const body = tileIn(published, level, path)
      if (body === undefined) return notFound
      return { status: 200, headers: [['Content-Type', 'application/octet-stream']], body: Uint8Array.from(body) }
    },
  }),
]
