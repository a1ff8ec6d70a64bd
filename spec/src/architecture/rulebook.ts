import type { Finding, Rule } from './finding.js'
import { arrows } from './rules/arrows.js'
import { circles, domainCircles } from './rules/circles.js'
import { citations, mentions } from './rules/citations.js'
import { contexts, contextTable } from './rules/contexts.js'
import { dates } from './rules/dates.js'
import { dependencies, lockfile } from './rules/dependencies.js'
import { links, orphans, snippets } from './rules/documents.js'
import { domainFiles } from './rules/domain-files.js'
import { examples } from './rules/examples.js'
import { exports } from './rules/exports.js'
import { names, shortFiles, sizes } from './rules/names.js'
import { owners } from './rules/owners.js'
import { pages } from './rules/pages.js'
import { folderSentences, picture } from './rules/picture.js'
import { processState } from './rules/process-state.js'
import { confinement, purity } from './rules/purity.js'
import { serverQueries } from './rules/read-model.js'
import { testTimeouts } from './rules/test-timeouts.js'
import { useCaseForms } from './rules/use-cases.js'
import type { Workspace } from './workspace.js'

/** All rules of the workspace. */
export const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    arrows,
    circles,
    citations,
    confinement,
    contexts,
    contextTable,
    dates,
    dependencies,
    domainCircles,
    folderSentences,
    examples,
    exports,
    links,
    lockfile,
    mentions,
    names,
    orphans,
    pages,
    picture,
    owners,
    testTimeouts,
    processState,
    purity,
    domainFiles,
    serverQueries,
    shortFiles,
    sizes,
    snippets,
    useCaseForms,
  }),
)

/** Applies every rule. */
export const inspect = (workspace: Workspace): ReadonlyArray<Finding> =>
  [...RULES.values()].flatMap((rule) => rule(workspace))
