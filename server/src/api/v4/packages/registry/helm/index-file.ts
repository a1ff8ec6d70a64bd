import { createRequire } from 'node:module'
import type { HelmChart } from '@forgefold/core/domains/packages/package'
import type { Instant } from '@forgefold/core/kernel'

/** Loaded with the first index. */
const yamlLibrary = (): typeof import('yaml') => createRequire(import.meta.url)('yaml')

/** The index of a channel, as the Helm client reads it: its versions by the name of the chart. */
export const indexFile = (charts: ReadonlyArray<HelmChart>, projectId: number | string, generated: Instant): string => {
  const entries = new Map<string, Array<object>>()
  for (const { row, file, chart } of charts) {
    const entry = { ...chart, created: file.createdAt, digest: file.sha256, urls: [`charts/${file.name}`] }
    const known = entries.get(row.name)
    if (known === undefined) entries.set(row.name, [entry])
    else known.push(entry)
  }
  const contextPath = `/api/v4/projects/${projectId}/packages/helm`
  return yamlLibrary().stringify(
    { apiVersion: 'v1', entries, generated, serverInfo: { contextPath } },
    { lineWidth: 0 },
  )
}
