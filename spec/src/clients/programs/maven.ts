import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute, type ProjectClone } from '../bench.js'
import type { ForeignProgram } from '../program.js'

/** Where Debian keeps the plug-ins of Maven. */
const DEBIAN = 'file:///usr/share/maven-repo'
const DEPLOY = 'org.apache.maven.plugins:maven-deploy-plugin:deploy-file'

const repository = (kind: string, id: string, url: string): string =>
  `<${kind}><id>${id}</id><url>${url}</url><releases><checksumPolicy>ignore</checksumPolicy></releases></${kind}>`

const settings = ({ clone, token }: ProjectClone): string => `<settings>
  <localRepository>${join(clone, 'm2')}</localRepository>
  <servers><server><id>forge</id><configuration><httpHeaders>
    <property><name>Private-Token</name><value>${token}</value></property>
  </httpHeaders></configuration></server></servers>
  <profiles><profile><id>debian</id>
    <pluginRepositories>${repository('pluginRepository', 'debian', DEBIAN)}</pluginRepositories>
    <repositories>${repository('repository', 'central', DEBIAN)}</repositories>
  </profile></profiles>
  <activeProfiles><activeProfile>debian</activeProfile></activeProfiles>
</settings>
`

const project = (artifact: string, version: string, more: string): string =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>tools</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${more}</project>\n`

/** A build whose plug-in depends on the artifact, which it has to resolve for that. */
const consumer = (version: string, url: string): string =>
  project(
    'consumer',
    '1',
    `<packaging>pom</packaging>
  <pluginRepositories>${repository('pluginRepository', 'forge', url)}</pluginRepositories>
  <build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-deploy-plugin</artifactId>
    <dependencies><dependency><groupId>tools</groupId><artifactId>maven</artifactId><version>${version}</version></dependency></dependencies>
  </plugin></plugins></build>`,
  )

/** An empty zip archive. */
const JAR = Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1')

/** Deploys a release and a snapshot, which are named like the project, as the endpoint of the instance wants it, and resolves them from project, group and instance. */
export const maven: ForeignProgram = {
  name: 'maven',
  registry: 'Debian',
  tried:
    '`deploy-file` of a release and of a snapshot, both resolved from project, group and instance with an empty cache',
  use: async (place) => {
    const file = (name: string): string => join(place.clone, name)
    writeFileSync(file('settings.xml'), settings(place))
    writeFileSync(file('kit.jar'), JAR)
    const mvn = (...args: ReadonlyArray<string>): Promise<string> =>
      execute(place, place.clone, 'mvn', ['-B', '-q', '-s', file('settings.xml'), ...args])
    const deploy = (jar: string, pom: string, url: string, id: string): ReadonlyArray<string> => [
      DEPLOY,
      `-Durl=${url}`,
      `-DrepositoryId=${id}`,
      `-Dfile=${file(jar)}`,
      `-DpomFile=${file(pom)}`,
    ]
    const own = `${place.url}/api/v4/projects/${place.id}/packages/maven`
    for (const version of ['1.0', '1.1-SNAPSHOT']) {
      writeFileSync(file(`${version}.pom`), project('maven', version, '<packaging>jar</packaging>'))
      await mvn(...deploy('kit.jar', `${version}.pom`, own, 'forge'))
      for (const url of [
        own,
        `${place.url}/api/v4/groups/tools/-/packages/maven`,
        `${place.url}/api/v4/packages/maven`,
      ]) {
        await execute(place, place.clone, 'rm', ['-rf', 'm2/tools'])
        writeFileSync(file('pom.xml'), consumer(version, url))
        await mvn('-U', ...deploy('pom.xml', 'pom.xml', `file://${file('elsewhere')}`, 'elsewhere'))
        const found = (await execute(place, place.clone, 'find', ['m2/tools/maven', '-name', '*.jar'])).trim()
        assert.deepEqual(readFileSync(file(found.split('\n')[0] ?? '')), JAR)
      }
    }
  },
}
