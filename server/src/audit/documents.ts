import type { Principal } from '@forgefold/core/access'
import { type Forge, systemCaller } from '@forgefold/core/app'
import { type Document, type Documents, fixedHistory } from '@forgefold/core/audit'
import { CATALOGUE, SETTING_NAMES } from '@forgefold/core/domains/instance/settings'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { apiRoutes } from '../api/v4/index.js'
import type { ForgeOver } from '../composition/forge-over.js'
import { API_BASE, type ApplicationOptions, type HttpHandler, isStream, makeApplication } from '../http/index.js'

const NO_BODY = { bytes: async () => new Uint8Array(), stream: async function* () {} }

/** Names of fields that hold secrets, in whichever document they stand. */
const SECRET = /(?:^|_)(?:token|secret|password|passphrase|private_key|secret_key|api_key)$/

/** The settings that are kept sealed. */
const SEALED: ReadonlySet<string> = new Set(SETTING_NAMES.filter((name) => CATALOGUE[name].sealed))

/** What stands for a secret: it changes with it, so that it can be told when and by what it was changed. */
const hidden = ({ secrets }: Forge, value: string): string => `[hidden ${secrets.keyedDigest(value).slice(0, 8)}]`

/** What may be printed: no secrets, no sealed settings, and no values of variables. */
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

/** Answers as the API does, with the rights of whoever asks now. */
export const makeDocuments = (
  base: Forge,
  forgeOver: (base: Forge, events: EventStore) => Promise<ForgeOver>,
  principal: Principal,
): Documents => {
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

  const ofHistory: Documents['ofHistory'] = async (history, paths) => {
    const { forge, readModel } = await forgeOver(base, history)
    try {
      const found: Array<Document | undefined> = []
      for (const path of paths) found.push(await answered(forge, path))
      return found
    } finally {
      await readModel.close()
    }
  }
  return {
    ofHistory,
    ofEvents: async (events, path) => (await ofHistory(fixedHistory(events), [path]))[0],
  }
}
