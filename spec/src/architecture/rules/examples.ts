import type { Finding, Rule } from '../finding.js'

/** Public functions without an example of their own, and why. */
export const WITHOUT_EXAMPLE = new Map([
  ['createForgefold', 'createForge is made of it, with the same options'],
  ['exportSeedOfFolder', 'forgefold export-seed is how it is called'],
  ['listenUws', 'takes an optional package with a binary'],
  ['makeAggregateRepository', 'a part of createForge, which has one'],
  ['makeDeclaredNames', 'a part of makeAggregateRepository'],
  ['makeReservations', 'a part of makeAggregateRepository'],
  ['createStream', 'a part of the use cases, which createForge gives'],
  ['executeOrRetry', 'a part of the reactors, which createForge runs'],
  ['idempotentId', 'a part of the reactors, which createForge runs'],
  ['runReactor', 'a part of createForge'],
  ['makeProjector', 'makeReadModel is made of it'],
  ['askWitness', 'asks a server of somebody else'],
  ['findAuditTarget', 'forgefold audit is how it is called'],
  ['findDocumentTarget', 'forgefold audit is how it is called'],
  ['historyTree', 'shown in the how-to on auditing any history'],
  ['makeNameCheck', 'a part of verifyHistory'],
  ['momentsIn', 'shown in the how-to on auditing any history'],
  ['runLaws', 'runs within a test runner: shown in the how-to on event stores'],
  ['testWithForge', 'runs within a test runner: shown in the how-to on fixtures'],
  ['verifyHistory', 'shown in the how-to on auditing any history'],
])

/** Reports of what packages show, each with where the sources lie that it is made from. */
const REPORTS = [
  ['core/api.txt', 'core/src/'],
  ['adapters/api.txt', 'adapters/src/'],
  ['server/api.txt', 'server/src/'],
  ['spec/packages/laws/api.txt', 'spec/src/laws/'],
] as const

const FUNCTION = /^declare const (\w+): (?:<[^(]*>)?\(/gm

const WITH_EXAMPLE =
  /\/\*\*(?:(?!\*\/)[\s\S])*\n \* @example(?:(?!\*\/)[\s\S])*\*\/\n(?:\/\/.*\n)*export const (\w+)\b/g

/** Public functions show how they are used: `@example` in their docstring, which a test runs. */
export const examples: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const [report, sources] of REPORTS) {
    const shown = new Set<string>()
    for (const [path, text] of workspace.files)
      if (path.startsWith(sources)) for (const [, name = ''] of text.matchAll(WITH_EXAMPLE)) shown.add(name)
    for (const [, name = ''] of (workspace.files.get(report) ?? '').matchAll(FUNCTION)) {
      if (shown.has(name) || WITHOUT_EXAMPLE.has(name)) continue
      findings.push({ grade: 'error', path: report, message: `${name} is public: give its docstring an @example` })
    }
  }
  return findings
}
