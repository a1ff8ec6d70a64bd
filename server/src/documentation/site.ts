import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type HttpRequest, type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'

/** The folder of the built pages, beside the compiled code and beside the bundle. */
const BUILT = fileURLToPath(new URL('../site', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Only the script of the site's search may run. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const notFound: HttpResponse = { status: 404, headers: [['Content-Type', 'text/plain']], body: '404 Not Found\n' }

const leadTo = (path: string): HttpResponse => ({ status: 302, headers: [['Location', path]], body: '' })

/** Pages are published compressed, at a fifth of their size. */
const PACKED = '.gz'

/** The files of the site by URL path; no others are ever read. */
const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [basename(file, PACKED), file.slice(folder.length + 1).replaceAll(sep, '/'), file] as const)
      .map(([name, path, file]) => [posix.join(posix.dirname(path), name), file]),
  )

const unpack = (packed: Buffer): Promise<Buffer> => promisify(gunzip)(packed)

const takesPacked = ({ headers }: HttpRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headers.get('accept-encoding') ?? '')

/** The content of a file, and its headers. */
const bodyOf = async (file: string, request: HttpRequest): Promise<Pick<HttpResponse, 'headers' | 'body'>> => {
  if (!file.endsWith(PACKED)) return { headers: [], body: await readFile(file, 'utf8') }
  const vary = ['Vary', 'Accept-Encoding'] as const
  const packed = await readFile(file)
  if (takesPacked(request)) return { headers: [vary, ['Content-Encoding', 'gzip']], body: packed }
  return { headers: [vary], body: (await unpack(packed)).toString() }
}

/** The pages of the documentation under `/-/docs`, for all users, signed in or not. Where they were not built, `/-/docs` redirects to the description of the API. */
export const documentationSite = (folder = BUILT): ReadonlyArray<PlainRoute> => {
  let known: ReadonlyMap<string, string> | undefined
  const files = (): ReadonlyMap<string, string> => {
    known ??= filesIn(folder)
    return known
  }
  return [
    plainRoute({
      method: 'GET',
      path: '/-/docs',
      handle: () => leadTo(files().has('index.html') ? '/-/docs/index.html' : '/-/docs/api'),
    }),
    plainRoute({
      method: 'GET',
      path: '/-/docs/*address',
      handle: async (request, { address = '' }) => {
        const file = files().get(address)
        if (file === undefined) return notFound
        const { headers: own, body } = await bodyOf(file, request)
        const headers: HttpResponse['headers'] = [
          ['Content-Type', TYPES[extname(address)] ?? 'application/octet-stream'],
          ['Content-Security-Policy', POLICY],
          ['X-Content-Type-Options', 'nosniff'],
          ['Cache-Control', 'public, max-age=300'],
          ...own,
        ]
        return { status: 200, headers, body }
      },
    }),
  ]
}
