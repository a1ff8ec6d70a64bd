import { posix } from 'node:path'
import { FOLLOWED_PAGES, stepsOf } from '../../how-to/steps.js'
import type { Finding, Rule } from '../finding.js'
import { deadEnd } from '../headings.js'
import type { Workspace } from '../workspace.js'

const documentsOf = (workspace: Workspace): ReadonlyArray<readonly [string, string]> =>
  [...workspace.files].filter(([path]) => path.endsWith('.md'))

/** A file of the packages by its path from the root. */
const PATH = /^(?:core|adapters|server|spec)\/[\w./-]+\.\w+$/

/** Every link from one document of the project to another place in it leads somewhere; one that shows a path leads to that file. */
export const links: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const [path, text] of documentsOf(workspace)) {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '')
    for (const [, shown = '', link] of prose.matchAll(/([^[\]\n]*)\]\(([^)\s]+)\)/g)) {
      if (link === undefined || /^[a-z]+:/.test(link)) continue
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      const dead = deadEnd(workspace, target, anchor)
      if (dead !== undefined) findings.push({ grade: 'error', path, message: `${link}: ${dead}` })
      if (PATH.test(shown) && shown !== target)
        findings.push({ grade: 'error', path, message: `${shown} leads to ${target}` })
    }
  }
  return findings
}

/** Every page of the documentation is reached from its index. */
export const orphans: Rule = (workspace) => {
  const index = 'docs/README.md'
  const linked = new Set(
    [...(workspace.files.get(index) ?? '').matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) =>
      posix.join('docs', link ?? ''),
    ),
  )
  return documentsOf(workspace)
    .filter(([path]) => path.startsWith('docs/') && path !== index && !linked.has(path))
    .map(([path]) => ({ grade: 'error', path, message: `link it from ${index}` }))
}

const regionOf = (text: string, name: string): string | undefined => {
  const region = new RegExp(`^([ \\t]*)// #region ${name}\\n([\\s\\S]*?)^[ \\t]*// #endregion`, 'm').exec(text)
  if (region === null) return undefined
  const indent = region[1] ?? ''
  return (region[2] ?? '').replace(new RegExp(`^${indent}`, 'gm'), '').trim()
}

/** The code of the steps of a page that a test follows. */
const followedBlocks = (path: string, text: string): ReadonlySet<string> =>
  new Set(FOLLOWED_PAGES.includes(path) ? stepsOf(text).map(({ code }) => code) : [])

/** Pages made from docstrings, whose examples a test runs. */
export const MADE_OF_DOCSTRINGS = 'docs/reference/library/'

/**
 * Code shown in a document is code that is compiled: a TypeScript block follows a comment that names its region,
 * `<!-- from spec/src/examples/embedding.ts#serve -->`, and is equal to it, or it is a step of a page that a test follows.
 */
export const snippets: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const [path, text] of documentsOf(workspace)) {
    if (path.startsWith(MADE_OF_DOCSTRINGS)) continue
    const followed = followedBlocks(path, text)
    for (const block of text.matchAll(
      /(?:<!-- from (\S+?)#(\S+) -->\n+)?^```(?:ts|typescript|js|javascript)\n([\s\S]*?)^```/gm,
    )) {
      const [, file, region, shown = ''] = block
      if (followed.has(shown)) continue
      const line = text.slice(0, block.index).split('\n').length
      const error = (message: string): void => {
        findings.push({ grade: 'error', path, line, message })
      }
      if (file === undefined || region === undefined) {
        error('shown code needs <!-- from file#region --> above it')
        continue
      }
      const source = regionOf(workspace.files.get(file) ?? '', region)
      if (source === undefined) error(`no region ${region} in ${file}`)
      else if (source !== shown.trim()) error(`differs from ${file}#${region}`)
    }
  }
  return findings
}
