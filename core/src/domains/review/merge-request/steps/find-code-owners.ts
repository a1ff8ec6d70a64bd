import type { Forge } from '../../../../app/forge.js'
import { textOf } from '../../../../app/long-text.js'
import type { ObjectId } from '../../../../ports/git.js'
import { ownersOf } from '../rules/owned-paths.js'
import { type OwnedPattern, parseCodeOwners } from '../rules/parse-code-owners.js'
import type { CodeOwnerRule } from '../version.js'

/** The locations of the file, in search order. */
const PLACES = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']

const MAX_FILE_BYTES = 256 * 1024

type Patterns = ReadonlyArray<OwnedPattern>

const readPatterns = async (forge: Forge, projectId: number, commit: ObjectId): Promise<Patterns> => {
  const git = forge.git.of(projectId)
  for (const place of PLACES) {
    const file = await git.file(commit, place)
    if (file !== undefined) return file.size > MAX_FILE_BYTES ? [] : parseCodeOwners(await textOf(file.content()))
  }
  return []
}

/** The parsed file of a commit, cached because a commit never changes; empty where it is missing or too large. */
const patternsAt = async (forge: Forge, projectId: number, commit: ObjectId): Promise<Patterns> => {
  const cache = forge.mergeRequestState.codeOwners
  const key = `${projectId} ${commit}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const patterns = await readPatterns(forge, projectId, commit)
  cache.set(key, patterns)
  return patterns
}

const pathsOf = async (
  forge: Forge,
  projectId: number,
  from: ObjectId,
  to: ObjectId,
): Promise<ReadonlyArray<string>> => {
  const changes = await forge.git.of(projectId).changes({ from, to })
  return [...new Set(changes.flatMap(({ oldPath, newPath }) => [oldPath, newPath]))]
}

const ruleOf = (forge: Forge, { pattern, section, required, owners }: OwnedPattern): CodeOwnerRule => {
  const named = owners.map((word) => (word.startsWith('@') ? word.slice(1) : undefined))
  const users = owners.flatMap((word) => {
    const user = word.startsWith('@') ? forge.read.users.byUsername(word.slice(1)) : forge.read.users.byEmail(word)
    return user?.id ?? []
  })
  const groups = named.flatMap((name) => (name === undefined ? [] : (forge.read.groups.byFullPath(name)?.id ?? [])))
  return { pattern, section, required, userIds: [...new Set(users)], groupIds: [...new Set(groups)] }
}

/**
 * The code owners of the changes between two commits, by the target's file.
 *
 * Unknown owners are left out; the free tier has no code owners.
 */
export const codeOwnersOf = async (
  forge: Forge,
  projectId: number,
  range: { readonly from: ObjectId; readonly to: ObjectId; readonly target: ObjectId },
): Promise<ReadonlyArray<CodeOwnerRule>> => {
  if (forge.instance.tier === 'free') return []
  const patterns = await patternsAt(forge, projectId, range.target)
  if (patterns.length === 0) return []
  const owned = ownersOf(patterns, await pathsOf(forge, projectId, range.from, range.to))
  return owned.map((one) => ruleOf(forge, one))
}

/** The users that a line stands for, directly and as direct members of its groups. */
export const ownersNamed = (forge: Forge, { userIds, groupIds }: CodeOwnerRule): ReadonlyArray<number> =>
  groupIds.length === 0 ? userIds : [...userIds, ...forge.read.approvalRules.membersOf(groupIds)]
