import { areas } from '@forgefold/server/api/v4'
import { endpointLines } from '@forgefold/server/http'

const constantOf = (context: string): string => context.replaceAll('-', '_').toUpperCase()

const fileOf = (context: string, texts: ReadonlyArray<readonly [area: string, lines: string]>): string => {
  const entries = texts.map(([area, lines]) => `  '${area}': \`\n${lines}\`,\n`)
  return `/** The routes of each area of ${context}, as requests are matched against them. Drawn by \`npm run reference\`. */\nexport const ${constantOf(context)} = {\n${entries.join('')}}\n`
}

/** The files of `server/src/api/v4/route-table` by their names, as the areas declare their routes. */
export const routeTable = async (): Promise<ReadonlyMap<string, string>> => {
  const contexts = new Map<string, Array<readonly [string, string]>>()
  for (const [area, load] of Object.entries(areas)) {
    const context = area.split('/')[0] as string
    contexts.set(context, [...(contexts.get(context) ?? []), [area, endpointLines(await load())]])
  }
  return new Map([...contexts].map(([context, texts]) => [`${context}.ts`, fileOf(context, texts)]))
}
