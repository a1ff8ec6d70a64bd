import type { Answered } from '../instance/index.js'
import type { RequestRow } from './page.js'
import type { Person } from './people.js'
import type { Place } from './place.js'
import { makingOf, pathOf, type Sent } from './requests/index.js'

export const LET_IN = '✓'

/** Refusals for reasons that are told only to those who were let in. */
const AFTER_THE_DOOR: ReadonlySet<number> = new Set([304, 400, 409, 412, 422])

/** The cell that an answer stands for: let in, or the status of the refusal. */
const cellOf = ({ status }: Answered, { letIn = [], refuses = [] }: Sent): string => {
  const wasLetIn = status < 300 || AFTER_THE_DOOR.has(status) || letIn.includes(status)
  return wasLetIn && !refuses.includes(status) ? LET_IN : String(status)
}

/** What a credential adds to a request. */
export type Credentials = Readonly<Record<string, string>>

/** Knocks at a door. What was prepared for a request is kept until somebody is let in, so that a refusal has to leave it as it was. */
export class Door {
  readonly #row: RequestRow
  readonly #place: Place
  readonly #prepared = new Map<string, Sent>()

  constructor(row: RequestRow, place: Place) {
    this.#row = row
    this.#place = place
  }

  /** The cell of somebody with these credentials; `alone`: and no others that the request may have been made for. */
  async knock(caller: Person | undefined, credentials: Credentials, alone = false): Promise<string> {
    const making = makingOf(this.#row)
    const kept = making.length < 2 ? '' : (caller?.username ?? '')
    const sent = this.#prepared.get(kept) ?? (await making(this.#place, caller))
    const { method, path } = this.#row
    const { as, json, query, bytes, headers } = sent
    const answered = await this.#place.asking.ask(method, pathOf(this.#place, path, sent), {
      headers: { ...headers, ...(as === undefined || alone ? credentials : { 'private-token': as }) },
      ...(json === undefined ? {} : { json }),
      ...(query === undefined ? {} : { query }),
      ...(bytes === undefined ? {} : { bytes }),
    })
    const cell = cellOf(answered, sent)
    if (cell === LET_IN) this.#prepared.clear()
    else this.#prepared.set(kept, sent)
    return cell
  }
}
