import * as E from 'fp-ts/lib/Either.js'
import { categoryOf, type DeclarationFacts, idOf, nameKey } from '../kernel/index.js'
import type { Load, NameDeclaration } from './name-declaration.js'
import type { FindHolder } from './reservations.js'

/**
 * Asks the aggregate of a holder whether it still has a name, and how refusals refer to it.
 *
 * A holder without a stream is `missing`: it is being created, or never will be. A holder that cannot be loaded is `unknown`, and keeps the
 * name.
 */
export const holderFinder =
  (load: Load, declarations: ReadonlyMap<string, NameDeclaration>, open: DeclarationFacts['open']): FindHolder =>
  async (holder, name) => {
    const declaration = declarations.get(categoryOf(holder))
    // No aggregate of this category declares names here: the holder keeps the name.
    if (declaration === undefined) return { existence: 'exists', stillHoldsName: true }
    const held = await declaration.namesOf(load, { id: idOf(holder), open })
    if (E.isLeft(held))
      return { existence: held.left.kind === 'Conflict' ? 'abandoned' : 'unknown', stillHoldsName: false }
    if (held.right === undefined) return { existence: 'missing', stillHoldsName: false }
    const found = held.right.find((one) => nameKey(one) === nameKey(name))
    return { existence: 'exists', stillHoldsName: found !== undefined, holderReference: found?.holderReference }
  }
