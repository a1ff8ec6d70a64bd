/** The laws of git repositories. */
import type { Case, Law } from '../law.js'
import { randomFrom } from '../random.js'
import { gitLineLaws } from './line-laws.js'
import { gitRangeLaws } from './range-laws.js'
import { gitReadingLaws } from './reading-laws.js'
import { gitSizeLaws } from './size-laws.js'
import type { GitAdapter, GitWorld } from './world.js'
import { gitWritingLaws } from './writing-laws.js'

export type { GitAdapter, GitPlace } from './world.js'

const laws: ReadonlyArray<Law<GitWorld>> = [
  ...gitWritingLaws,
  ...gitReadingLaws,
  ...gitRangeLaws,
  ...gitLineLaws,
  ...gitSizeLaws,
]

/**
 * Every law of git repositories under every seed, ready to be run against an adapter.
 *
 * @example
 * import { openGitRepositories } from '@forgefold/adapters/git'
 * import { mkdtempSync } from 'node:fs'
 * const place = async () => {
 *   const root = mkdtempSync('repositories-')
 *   const reopen = () => openGitRepositories({ root })
 *   return { git: await reopen(), reopen, clone: async () => undefined, remove: async () => undefined }
 * }
 * assert.ok(gitCases({ name: 'mine', place }, [1]).every(({ run }) => typeof run === 'function'))
 */
export const gitCases = (adapter: GitAdapter, seeds: ReadonlyArray<number> = [1, 2, 3, 4, 5]): ReadonlyArray<Case> =>
  laws.flatMap((law) =>
    (law.fixed === true ? seeds.slice(0, 1) : seeds).map(
      (seed): Case => ({
        name: `${law.name} · seed ${seed}`,
        skip: undefined,
        run: async () => {
          const place = await adapter.place()
          try {
            await place.git.create(1, 'main')
            await law.holds({ place, git: place.git, repository: place.git.of(1), random: randomFrom(seed) })
          } finally {
            await place.remove()
          }
        },
      }),
    ),
  )
