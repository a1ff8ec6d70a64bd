import { type HttpHandler, type HttpRequest, type HttpResponse, isReading } from '../../http/index.js'
import { decodePath } from '../../http/request-path.js'
import { apiClientFor } from './api-client.js'
import type { Json } from './kind.js'

const FOLDERS: Readonly<Record<string, string>> = { keys: 'keys', gpg: 'gpg_keys' }

/** A user's public keys as text: SSH keys at `/NAME.keys`, OpenPGP keys at `/NAME.gpg`; undefined for other paths and where there is no such user. */
export const publicKeys =
  (handler: HttpHandler) =>
  async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const [, username, suffix = ''] = /^\/([^/]+)\.(keys|gpg)$/.exec(decodePath(request.path) ?? '') ?? []
    if (!isReading(request.method) || username === undefined) return undefined
    const ask = apiClientFor(handler, request)
    const found = await ask(`users?username=${encodeURIComponent(username)}`)
    const [user] = Array.isArray(found.json) ? (found.json as ReadonlyArray<Json>) : []
    if (user === undefined) return undefined
    const answered = await ask(`users/${user['id']}/${FOLDERS[suffix]}?per_page=100`)
    if (answered.status !== 200) return undefined
    const lines = (answered.json as ReadonlyArray<Json>).map(({ key }) => `${String(key)}\n`)
    return { status: 200, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: lines.join('') }
  }
