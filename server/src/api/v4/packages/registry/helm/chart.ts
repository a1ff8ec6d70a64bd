import { makeDocumentReader } from '@forgefold/adapters/ci-file'
import { packedFile } from '@forgefold/adapters/tar'

/** The content of a `Chart.yaml`, with a name and a version. */
export interface Chart {
  readonly name: string
  readonly version: string
  readonly [more: string]: unknown
}

/** The most bytes of a `Chart.yaml`, and the most characters of its data as JSON. */
const LONGEST = 256 * 1024

const readDocument = makeDocumentReader()

const isChartFile = (path: string): boolean => /^[^/]+\/Chart\.yaml$/.test(path)

/** Reads the `Chart.yaml` in the archive of a chart; undefined where it is missing or has no name or version. */
export const chartIn = async (archive: AsyncIterable<Uint8Array>): Promise<Chart | undefined> => {
  const bytes = await packedFile(archive, isChartFile, LONGEST)
  const read = bytes === undefined ? undefined : await readDocument({ yaml: bytes, longest: LONGEST })
  if (read?.ok !== true || typeof read.value !== 'object' || read.value === null) return undefined
  const { name, version } = read.value as Partial<Chart>
  return typeof name === 'string' && typeof version === 'string' ? (read.value as Chart) : undefined
}
