import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Principal } from '@forgefold/core/access'
import { type Forge, systemCaller } from '@forgefold/core/app'
import type { Document, Documents, PointInTime } from '@forgefold/core/audit'
import { CATALOGUE, SETTING_NAMES } from '@forgefold/core/domains/instance/settings'
import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { apiRoutes } from '../api/v4/index.js'
import type { AcquiredForge } from '../as-of/historical-forge-pool.js'
import type { OpenForgeOnHistory } from '../composition/forge-on-history.js'
import { API_BASE, type ApplicationOptions, type HttpHandler, isStream, makeApplication } from '../http/index.js'
import { openAlikeHistories } from './alike-histories.js'

const NO_BODY = { bytes: async () => new Uint8Array(), stream: async function* () {} }

/** Names of fields with secrets, in any document. */
const SECRET = /(?:^|_)(?:token|secret|password|passphrase|private_key|secret_key|api_key)$/

/** Settings that are sealed. */
const SEALED: ReadonlySet<string> = new Set(SETTING_NAMES.filter((name) => CATALOGUE[name].sealed))

/** Replaces a secret. It changes with the secret, so that its changes can be seen. */
const hidden = ({ secrets }: Forge, value: string): string => `[hidden ${secrets.keyedDigest(value).slice(0, 8)}]`

/** A document without secrets, sealed settings and values of variables. */
const shown = (forge: Forge, document: Document, path: string): Document =>
  Object.fromEntries(
    Object.entries(document).map(([name, value]) => {
      const isSecret =
        SECRET.test(name) ||
        (name === 'value' && path.includes('/variables/')) ||
        (path === 'application/settings' && SEALED.has(name))
      return [name, isSecret && typeof value === 'string' && value !== '' ? hidden(forge, value) : value]
    }),
  )

/** The instance as of a point in its history, which must be released. Rejections: `Unavailable`. */
export type AcquireForge = (point: PointInTime) => Promise<E.Either<Rejection, AcquiredForge>>

/** The sources of documents. */
export interface DocumentsOptions {
  readonly base: Forge
  /** The caller, with present rights. */
  readonly principal: Principal
  readonly over: OpenForgeOnHistory
  readonly acquire: AcquireForge
  /** The instance as of now. Rejections: as `acquire`. */
  readonly current: () => ReturnType<AcquireForge>
}

/** Answers as the API does, with the present rights of the caller. */
export const makeDocuments = ({ base, principal, over, acquire, current: today }: DocumentsOptions): Documents => {
  let current = base
  let application: HttpHandler | undefined
  const handlerOf = (): HttpHandler => {
    application ??= makeApplication(options)
    return application
  }
  const options: ApplicationOptions = {
    forge: base,
    scopeOf: () => ({ forge: current, inTime: (work) => work }),
    routes: apiRoutes,
    plainRoutes: [],
    authenticate: () => E.right(principal),
    commandContext: () => systemCaller(base, 'audit').context,
    requestId: base.ids.uuid,
  }

  const answered = async (forge: Forge, target: string): Promise<Document | undefined> => {
    const [path = '', query = ''] = target.split('?')
    current = forge
    const sent = handlerOf()({
      method: 'GET',
      path: `${API_BASE}/${path}`,
      query,
      headers: new Map(),
      remoteAddress: '127.0.0.1',
      body: NO_BODY,
      signal: new AbortController().signal,
    })
    current = base
    const { status, body } = await sent
    if (status !== 200 || body === null || isStream(body)) return undefined
    const json: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? shown(base, json as Document, path)
      : undefined
  }

  const allAnswered = async (forge: Forge, paths: ReadonlyArray<string>) => {
    const found: Array<Document | undefined> = []
    for (const path of paths) found.push(await answered(forge, path))
    return found
  }

  const asOf: Documents['asOf'] = async (point, paths) => {
    const acquired = point === undefined ? await today() : await acquire(point)
    if (E.isLeft(acquired)) return acquired
    try {
      return E.right(await allAnswered(acquired.right.forge, paths))
    } finally {
      acquired.right.release()
    }
  }

  const openAlike = openAlikeHistories(over)

  return {
    asOf,
    ofEvents: async (events, alike, paths) => {
      // Each of hundreds of replays is a long turn of the event loop: others have theirs in between.
      await othersTurn()
      const { forge, readModel } = await openAlike(events, alike)
      try {
        return await allAnswered(forge, paths)
      } finally {
        await readModel.close()
      }
    },
  }
}
