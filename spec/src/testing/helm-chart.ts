import { gzipSync } from 'node:zlib'

const BLOCK = 512

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

const tarred = (name: string, text: string): Buffer => {
  const header = Buffer.alloc(BLOCK)
  const bytes = Buffer.from(text)
  header.write(name)
  header.write(octal(0o644, 8), 100)
  header.write(octal(bytes.length, 12), 124)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return Buffer.concat([header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

/** An archive as `helm package` makes it, of these files of a chart. */
export const chartOf = (folder: string, files: Readonly<Record<string, string>>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...Object.entries(files).map(([name, text]) => tarred(`${folder}/${name}`, text)),
      Buffer.alloc(2 * BLOCK),
    ]),
  )

/** A chart with nothing in it but its description. */
export const helmChart = (name: string, version: string, more = ''): Buffer =>
  chartOf(name, { 'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\n${more}` })
