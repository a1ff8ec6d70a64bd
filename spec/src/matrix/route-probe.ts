import type { Answered } from '../instance/index.js'
import type { RequestRow } from './page.js'
import type { Person } from './people.js'
import type { Place } from './place.js'
import { makingOf, pathOf, type Sent } from './requests/index.js'

export const ALLOWED = '✓'

/** Refusals for reasons that are told only to those who were let in. */
const AFTER_THE_DOOR: ReadonlySet<number> = new Set([304, 400, 409, 412, 422])

/** The cell that an answer stands for: let in, or the status of the refusal. */
const cellOf = ({ status, text }: Answered, { letIn = [], allowedText: letInTold, refuses = [] }: Sent): string => {
  const told = letInTold !== undefined && text.includes(letInTold)
  const wasLetIn = status < 300 || AFTER_THE_DOOR.has(status) || letIn.includes(status) || told
  return wasLetIn && !refuses.includes(status) ? ALLOWED : String(status)
}

/** What a credential adds to a request. */
export type Credentials = Readonly<Record<string, string>>

/** Git sends a deploy token with the user name of it; as a header it has no meaning. */
export const DEPLOY_USERNAME = 'matrix-username'

/** How the paths begin of what stands beside the API. */
const OUTSIDE = ['/*project', '/uploads/']

/** Whether a row is about a request beside the API. */
export const isOutside = ({ path }: Pick<RequestRow, 'path'>): boolean =>
  OUTSIDE.some((begin) => path.startsWith(begin))

const BY_GIT: ReadonlySet<string> = new Set(['fetching', 'pushing'])

/** Git knows no header but that of Basic credentials: the token is the password. Each request has a user name of its own, because wrong tokens are counted by it. */
const asBasic = (credentials: Credentials, { method, path, thing }: RequestRow): Credentials => {
  const { authorization = '' } = credentials
  const names = ['private-token', 'job-token', 'deploy-token']
  const token = names.map((name) => credentials[name]).find((one) => one !== undefined) ?? authorization.slice(7)
  if (token === '') return credentials
  const username = credentials[DEPLOY_USERNAME] ?? `${method}${path}${thing}`.replaceAll(':', '')
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` }
}

/** Asks one route with the credentials of one caller after another. The fixture of a request is kept until a caller is allowed, so a refusal has to leave it unchanged. */
export class RouteProbe {
  readonly #row: RequestRow
  readonly #place: Place
  readonly #prepared = new Map<string, Sent>()

  constructor(row: RequestRow, place: Place) {
    this.#row = row
    this.#place = place
  }

  /** The cell of a caller with these credentials; `alone`: and no others that the request may have been made for. */
  async ask(caller: Person | undefined, credentials: Credentials, alone = false): Promise<string> {
    const making = makingOf(this.#row)
    const kept = making.length < 2 ? '' : (caller?.username ?? '')
    const sent = this.#prepared.get(kept) ?? (await making(this.#place, caller))
    const { method, path, takes } = this.#row
    const { as, json, query, bytes, headers } = sent
    const presented = as === undefined || alone ? credentials : { 'private-token': as }
    const { ask, askOutside } = this.#place.asking
    const asker = isOutside(this.#row) ? askOutside : ask
    const answered = await asker(method, pathOf(this.#place, path, sent), {
      headers: { ...headers, ...(BY_GIT.has(takes) ? asBasic(presented, this.#row) : presented) },
      ...(json === undefined ? {} : { json }),
      ...(query === undefined ? {} : { query }),
      ...(bytes === undefined ? {} : { bytes }),
    })
    const cell = cellOf(answered, sent)
    if (cell === ALLOWED) this.#prepared.clear()
    else this.#prepared.set(kept, sent)
    return cell
  }
}
