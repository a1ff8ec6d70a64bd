import { type Criteria, type HistoricalPaths, kindNamed } from '@forgefold/core/audit'
import { badRequest, missing, type Rejection, userActor } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** What a question may name: who asks for a kind that cannot be would take silence for an answer. */
export interface KnownNames {
  readonly kinds: ReadonlyArray<string>
  readonly types: ReadonlyArray<string>
}

const letters = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '')

/** Those whose letters hold the word's, or the other way round. */
const near = (word: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = letters(word)
  return names.filter((name) => letters(name).includes(wanted) || wanted.includes(letters(name)))
}

const known = (what: string, word: string, names: ReadonlyArray<string>, name = word): E.Either<Rejection, string> => {
  if (names.includes(name)) return E.right(name)
  const meant = near(word, names)
  const hint = meant.length === 0 ? '' : `; there is ${meant.slice(0, 5).join(', ')}`
  return E.left(badRequest(`no ${what} is called ${word}${hint}`))
}

/** The kind that a word names. Rejections: `BadRequest`. */
export const knownKind = ({ kinds }: KnownNames, word: string): E.Either<Rejection, string> =>
  known('kind of thing', word, kinds, kindNamed(word))

/** The type of that name. Rejections: `BadRequest`. */
const knownType = ({ types }: KnownNames, word: string): E.Either<Rejection, string> =>
  known('type of event', word, types)

/** Actors that are meant by what they are, all of them. */
const ACTOR_KINDS: ReadonlySet<string> = new Set(['user', 'deploy_token', 'system', 'anonymous'])

/** The actor that a name means: `jane`, `@jane` and `user:jane` are `user:7`. Rejections: `Missing`. */
const actorNamed = (paths: HistoricalPaths, name: string): E.Either<Rejection, string> => {
  const path = /^(?:user:|@)?([^:]+)$/.exec(name)?.[1]
  if (path === undefined || ACTOR_KINDS.has(name) || /^user:\d+$/.test(name)) return E.right(name)
  const user = paths.find(path, ['user'])
  return user === undefined ? E.left(missing(`the history has no actor ${name}`)) : E.right(userActor(user.id))
}

type NamedCriteria = Omit<Criteria, 'thing'>

/** What is looked for, by the names that the history has for it. Rejections: `BadRequest`; `Missing` for an actor; those of the paths. */
export const knownCriteria = async (
  names: KnownNames,
  paths: () => Promise<E.Either<Rejection, HistoricalPaths>>,
  { kind, type, actor, ...same }: NamedCriteria,
): Promise<E.Either<Rejection, NamedCriteria>> => {
  const ofKind = kind === undefined ? E.right(kind) : knownKind(names, kind)
  if (E.isLeft(ofKind)) return ofKind
  const ofType = type === undefined ? E.right(type) : knownType(names, type)
  if (E.isLeft(ofType)) return ofType
  const known = actor === undefined ? undefined : await paths()
  if (known !== undefined && E.isLeft(known)) return known
  const by = actor === undefined || known === undefined ? E.right(actor) : actorNamed(known.right, actor)
  return E.isLeft(by) ? by : E.right({ ...same, kind: ofKind.right, type: ofType.right, actor: by.right })
}
