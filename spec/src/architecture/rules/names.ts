import type { Finding, Rule } from '../finding.js'
import { isTest } from '../workspace.js'

const BANNED = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
  'manager',
  'service',
  'services',
])
const BANNED_ENDINGS = /-(utils?|helpers?|misc|manager)$/
const FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|law|storm))?\.ts$/
const FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Files and folders are named in kebab case, by what they hold. */
export const names: Rule = (workspace) => {
  const findings: Array<Finding> = []
  const seen = new Set<string>()
  for (const path of workspace.sources.keys()) {
    const parts = path.split('/')
    parts.forEach((part, index) => {
      const upTo = parts.slice(0, index + 1).join('/')
      if (seen.has(upTo)) return
      seen.add(upTo)
      const last = index === parts.length - 1
      const bare = last ? part.replace(/(\.\w+)?\.ts$/, '') : part
      if (BANNED.has(bare) || BANNED_ENDINGS.test(bare))
        findings.push({ grade: 'error', path: upTo, message: `"${bare}" says nothing: name what it holds` })
      if (!(last ? FILE : FOLDER).test(part))
        findings.push({ grade: 'error', path: upTo, message: 'names are lower case with dashes' })
    })
  }
  return findings
}

const LIMIT = 200
/** Of the workspace's own tests, laws and benchmarks. */
const LIMIT_OF_SPEC = 300

/** Longer than the limit, each for a reason. */
const LONGER: Readonly<Record<string, string>> = {
  'server/src/forgefold-verify.ts': 'is run and read without the rest: a verifier in one file needs Node alone',
}

/** A file fits in a head: 200 lines at most in what is published. Tests may be longer. */
export const sizes: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (isTest(path)) continue
    const lines = (workspace.files.get(path) ?? '').trimEnd().split('\n').length
    const limit = /^(core|adapters|server)\/src\//.test(path) ? LIMIT : LIMIT_OF_SPEC
    if (lines <= limit || LONGER[path] !== undefined) continue
    findings.push({ grade: 'error', path, message: `${lines} lines; at most ${limit}` })
  }
  return findings
}

const SHORT = 20

/** Names that are looked for in every domain, area or module, however short they are. */
const MAY_BE_SHORT =
  /\/(index|events|state|commands|evolve|snapshot|policy|facts|access|queries|lifetime|unique-names|instance-rules|access-levels|reactors|shape|presenter|params|routes|handlers|projection)\.ts$|\/(steps|use-cases|catalogue)\//

/** Why other files of fewer than 20 lines stand by themselves. */
export const SHORT_FILE_EXCEPTIONS: ReadonlyArray<{ readonly because: string; readonly files: ReadonlyArray<string> }> =
  [
    {
      because: 'is the entry point of a worker thread, which loads a file of its own',
      files: ['adapters/src/ci-file/document-thread.ts', 'adapters/src/ci-file/planning-thread.ts'],
    },
    {
      because: 'is one port of core, or one adapter of it, and ports have a file each',
      files: [
        'adapters/src/memory/checkpoints.ts',
        'core/src/domains/delivery/environment/environment-deployments-port.ts',
        'core/src/domains/delivery/pipeline/job-deployments-port.ts',
        'core/src/domains/delivery/pipeline/job-results-port.ts',
        'core/src/ports/gunzip.ts',
        'core/src/ports/mail.ts',
        'core/src/ports/one-time-codes.ts',
        'core/src/ports/patterns.ts',
        'core/src/ports/snapshots.ts',
      ],
    },
    {
      because: 'is a type that several files share and none of them owns',
      files: [
        'adapters/src/memory/forkable.ts',
        'adapters/src/sqlite/closable.ts',
        'core/src/app/pending-command.ts',
        'core/src/domains/projects/resource-parent/resource-parent.ts',
        'core/src/kernel/brand.ts',
        'server/src/testing/actor.ts',
      ],
    },
    {
      because: 'is one rule of a format that others publish, named by it',
      files: [
        'adapters/src/ci-file/depth.ts',
        'adapters/src/git-objects/order.ts',
        'adapters/src/git-objects/object-text.ts',
        'core/src/audit/utf8.ts',
        'core/src/domains/delivery/pipeline/ci/safe-pattern.ts',
        'server/src/http/if-unmodified-since.ts',
        'server/src/http/content-disposition.ts',
        'server/src/transport/exact-length.ts',
        'server/src/transport/header-text.ts',
        'server/src/transport/request-target.ts',
        'server/src/transport/statuses.ts',
        'server/src/transport/whole-body.ts',
      ],
    },
    {
      because: 'is one of the extensions of Markdown, which have a file each',
      files: [
        'adapters/src/markdown/plain-text.ts',
        'adapters/src/markdown/code-blocks.ts',
        'adapters/src/markdown/diagrams.ts',
      ],
    },
    {
      because: 'is a piece of SQL or a hook that many projections share',
      files: [
        'adapters/src/git/long-lived-process.ts',
        'adapters/src/read-model/engine/issuable-deletions.ts',
        'adapters/src/read-model/engine/like-pattern.ts',
        'adapters/src/read-model/projects/authorization-caches.ts',
        'adapters/src/read-model/projects/resource-parent-sql.ts',
        'adapters/src/read-model/projects/project/inactive-projects.ts',
        'adapters/src/read-model/review/merge-request/status-after.ts',
      ],
    },
    {
      because: 'is one decision that is looked for by its name',
      files: [
        'adapters/src/eventstoredb/retries.ts',
        'core/src/domains/delivery/environment-naming/tier.ts',
        'core/src/domains/identity/user/license.ts',
        'core/src/domains/planning/label/label-filter.ts',
        'core/src/domains/webhooks/webhook/branch-filter.ts',
        'core/src/domains/identity/custom-attribute/use-cases.ts',
        'core/src/app/offered-scopes.ts',
        'core/src/domains/projects/repository/tag-releases.ts',
        'server/src/limits/fixed-windows.ts',
        'server/src/limits/network.ts',
      ],
    },
    {
      because: 'is a step of the composition, and steps have a file each',
      files: [
        'server/src/composition/mail.ts',
        'server/src/composition/compose-ref-rules.ts',
        'server/src/composition/settings-references.ts',
        'server/src/composition/open-stores.ts',
        'server/src/operations/observed-event-store.ts',
      ],
    },
    {
      because: 'is what several routes, pages or commands share and none of them owns',
      files: [
        'server/src/api/v4/delivery/jobs/answering.ts',
        'server/src/api/v4/issuable/time-stats.ts',
        'server/src/api/v4/packages/registry/npm/package-path.ts',
        'server/src/api/v4/revision.ts',
        'server/src/cli/event-lines.ts',
        'server/src/http/once.ts',
        'server/src/pages/admin/administrators-only.ts',
        'server/src/testing/repositories-copy.ts',
      ],
    },
    {
      because: 'is one entry of a list with a file for each entry',
      files: ['server/src/api/public-endpoints/review.ts', 'server/src/cli/version.ts'],
    },
  ]

/** A file is worth opening: one of fewer than 20 lines belongs to its neighbour, unless its name is looked for everywhere or a reason is written down. */
export const shortFiles: Rule = (workspace) => {
  const reasons = new Set(SHORT_FILE_EXCEPTIONS.flatMap(({ files }) => files))
  const isShort = (path: string): boolean => (workspace.files.get(path) ?? '').trimEnd().split('\n').length < SHORT
  return [...workspace.sources.keys()].flatMap((path): ReadonlyArray<Finding> => {
    if (!/^(core|adapters|server)\/src\//.test(path) || MAY_BE_SHORT.test(path)) return []
    if (isShort(path) === reasons.has(path)) return []
    const message = isShort(path)
      ? `fewer than ${SHORT} lines: merge it into its neighbour`
      : `it has ${SHORT} lines or more: the reason for a short file is of no use`
    return [{ grade: isShort(path) ? 'error' : 'note', path, message }]
  })
}
