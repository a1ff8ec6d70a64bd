import type { Forge } from '../../../app/forge.js'

/** An author of commits, by email address. */
export interface Contributor {
  readonly name: string
  readonly email: string
  readonly commits: number
}

/** What contributors are sorted by. */
export interface ContributorOrder {
  readonly by: 'name' | 'email' | 'commits'
  readonly sort: 'asc' | 'desc'
}

/** How many commits are counted, from the newest on. */
const MAX_COMMITS = 2000

const byText = (a: string, b: string): number => {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

const ORDERS: Readonly<Record<ContributorOrder['by'], (a: Contributor, b: Contributor) => number>> = {
  name: (a, b) => byText(a.name, b.name),
  email: (a, b) => byText(a.email, b.email),
  commits: (a, b) => a.commits - b.commits,
}

/** The authors of the default branch's newest 2000 commits, without merges. */
export const contributorsOf = async (
  forge: Forge,
  projectId: number,
  branch: string | null,
  { by, sort }: ContributorOrder,
): Promise<ReadonlyArray<Contributor>> => {
  const git = forge.git.of(projectId)
  const head = await git.resolve(branch ?? 'HEAD')
  if (head === undefined) return []
  const found = new Map<string, { name: string; email: string; commits: number }>()
  for (const { author } of await git.log({ from: [head], noMerges: true, limit: MAX_COMMITS })) {
    const known = found.get(author.email)
    if (known === undefined) found.set(author.email, { name: author.name, email: author.email, commits: 1 })
    else known.commits++
  }
  const order = ORDERS[by]
  return [...found.values()].sort(sort === 'asc' ? order : (a, b) => order(b, a))
}
