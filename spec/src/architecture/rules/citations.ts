import { FOLLOWED_PAGES } from '../../how-to/steps.js'
import type { Finding, Rule } from '../finding.js'
import { deadEnd } from '../headings.js'
import { isTest, type Workspace } from '../workspace.js'
import { MADE_OF_DOCSTRINGS } from './documents.js'

/** A page of the documentation by its path from the root, with the anchor of a heading or without. */
const CITATION = /(?<![\w/.])docs\/[\w./-]+?\.md(?:#([\w-]+))?/g

/** Documents that no reader of this repository can open. */
const ELSEWHERE = /behaviou?r[ -]sheet|\bcontract,? (?:document )?\d/i

interface Passage {
  readonly path: string
  readonly line: number
  readonly text: string
}

const linesOf = (path: string, line: number, text: string): ReadonlyArray<Passage> =>
  text.split('\n').map((one, index) => ({ path, line: line + index, text: one }))

/** Comments of the sources and tests, and every line of the documents. */
const passagesOf = (workspace: Workspace): ReadonlyArray<Passage> => [
  ...[...workspace.sources.values()].flatMap(({ path, comments }) =>
    comments.flatMap(({ line, text }) => linesOf(path, line, text)),
  ),
  ...[...workspace.files].filter(([path]) => path.endsWith('.md')).flatMap(([path, text]) => linesOf(path, 1, text)),
]

/** What comments and documents cite is a page of this repository, and a heading of it. */
export const citations: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const { path, line, text } of passagesOf(workspace)) {
    if (ELSEWHERE.test(text))
      findings.push({ grade: 'error', path, line, message: 'cite a page of docs: nobody can open that one' })
    for (const [citation, anchor] of text.matchAll(CITATION)) {
      const [page = ''] = citation.split('#')
      const dead = deadEnd(workspace, page, anchor)
      if (dead !== undefined) findings.push({ grade: 'error', path, line, message: `${citation}: ${dead}` })
    }
  }
  return findings
}

/** Types, classes and events by their names, and folders and files of the packages, as documents show them. */
const NAME = /`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)`/g
const SOURCE = /`((?:core|adapters|server|spec)\/(?:src|test|storm)\/[\w./-]+)`/g

const isHeldToNames = (path: string): boolean =>
  path.endsWith('.md') &&
  path !== 'CHANGELOG.md' &&
  !FOLLOWED_PAGES.includes(path) &&
  !path.startsWith(MADE_OF_DOCSTRINGS)

/** What documents call by its name in the code is still called so. What changed is told in the changelog by the names of its time. */
export const mentions: Rule = (workspace) => {
  const findings: Array<Finding> = []
  const sources = [...workspace.files]
    .filter(([path]) => workspace.sources.has(path) && !isTest(path))
    .map(([, text]) => text)
  for (const [path, page] of workspace.files) {
    if (!isHeldToNames(path)) continue
    for (const { line, text } of linesOf(path, 1, page)) {
      const report = (message: string): void => {
        findings.push({ grade: 'error', path, line, message })
      }
      for (const [, name = ''] of text.matchAll(NAME))
        if (!sources.some((source) => source.includes(name))) report(`nothing is called ${name}`)
      for (const [, target = ''] of text.matchAll(SOURCE))
        if (deadEnd(workspace, target, undefined) !== undefined) report(`there is no ${target}`)
    }
  }
  return findings
}
