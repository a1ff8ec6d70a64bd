import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { KeptAnswer } from './crawl.js'

const GOLDEN = fileURLToPath(new URL('../../golden/', import.meta.url))

/** A data folder that an older version wrote. Its secrets open nothing else. */
export interface GoldenFolder {
  /** The external URL of the instance. */
  readonly site: string
  /** The moment at which the answers were given. */
  readonly clock: string
  readonly administrator: string
  readonly member: string
  /** Of everybody. */
  readonly password: string
  /** Access tokens of OAuth that are valid at that moment. */
  readonly accessTokens: ReadonlyArray<string>
  readonly answers: ReadonlyArray<KeptAnswer>
  /** Copies the folder to where it may be changed. */
  readonly copyTo: (folder: string) => void
}

/** Git looks for these, and they hold nothing; a checkout leaves empty folders out. */
const EMPTY_FOLDERS = ['refs/heads', 'refs/tags', 'objects/info']

const isRepository = (folder: string): boolean =>
  folder.endsWith('.git') && existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'config'))

const copy = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true })
  for (const entry of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    const folder = join(to, entry)
    if (isRepository(folder)) for (const empty of EMPTY_FOLDERS) mkdirSync(join(folder, empty), { recursive: true })
  }
}

const filled = (answers: ReadonlyArray<KeptAnswer>): ReadonlyArray<KeptAnswer> => {
  let body: unknown
  return answers.map((one) => {
    if ('body' in one) body = one.body
    return { ...one, body }
  })
}

/** The golden folder of a version, as it is committed. */
export const goldenFolder = (version: string): GoldenFolder => {
  const folder = join(GOLDEN, `data-folder-${version}`)
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Omit<
    GoldenFolder,
    'answers' | 'copyTo'
  >
  const answers = JSON.parse(gunzipSync(readFileSync(join(folder, 'answers.json.gz'))).toString('utf8'))
  return { ...secrets, answers: filled(answers), copyTo: (to) => copy(join(folder, 'data'), to) }
}
