import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, packagesOf, type Served, serve } from './served.js'

/** A machine of Java that ends after two seconds gains nothing by what it compiles with care, nor by collecting garbage beside its work. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto'

const DEBIAN = '/usr/share/maven-repo'

const settings = ({ folder, root }: Served): string => `<settings>
  <localRepository>${join(folder, 'm2')}</localRepository>
  <servers><server>
    <id>forge</id>
    <configuration><httpHeaders><property><name>Private-Token</name><value>${root}</value></property></httpHeaders></configuration>
  </server></servers>
  <profiles><profile><id>debian</id><pluginRepositories><pluginRepository>
    <id>debian</id><url>file://${DEBIAN}</url>
    <releases><updatePolicy>never</updatePolicy><checksumPolicy>ignore</checksumPolicy></releases>
    <snapshots><enabled>false</enabled></snapshots>
  </pluginRepository></pluginRepositories>
  <repositories><repository><id>central</id><url>file://${DEBIAN}</url></repository></repositories></profile></profiles>
  <activeProfiles><activeProfile>debian</activeProfile></activeProfiles>
</settings>
`

const pom = (version: string): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId><artifactId>demo</artifactId><version>${version}</version><packaging>jar</packaging>
</project>
`

describe.runIf(programs.need('maven', 'maven-deploy-plugin'))('Maven itself', () => {
  let served: Served
  let url: string
  beforeAll(async () => {
    served = await serve()
    url = `${served.api}/projects/${served.projectId}/packages/maven`
    await writeFile(join(served.folder, 'settings.xml'), settings(served))
    await writeFile(join(served.folder, 'demo.jar'), Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1'))
    await mkdir(join(served.folder, 'consumer'))
  })
  afterAll(() => served.close())

  const mvn = (...args: ReadonlyArray<string>) =>
    served.program('mvn', ['-B', '-q', '-s', join(served.folder, 'settings.xml'), ...args], {
      env: { MAVEN_OPTS: SHORT_LIVED },
    })

  const deploy = async (version: string) => {
    const file = join(served.folder, `${version}.pom`)
    await writeFile(file, pom(version))
    return mvn(
      'org.apache.maven.plugins:maven-deploy-plugin:deploy-file',
      `-Durl=${url}`,
      '-DrepositoryId=forge',
      `-Dfile=${join(served.folder, 'demo.jar')}`,
      `-DpomFile=${file}`,
    )
  }

  /** Resolves the artifact as something that a plugin of a build depends on, into an empty local repository. */
  const resolve = async (version: string, from = url) => {
    await rm(join(served.folder, 'm2/com'), { recursive: true, force: true })
    await writeFile(
      join(served.folder, 'consumer/pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
        <groupId>com.example</groupId><artifactId>consumer</artifactId><version>1</version><packaging>pom</packaging>
        <pluginRepositories><pluginRepository><id>forge</id><url>${from}</url></pluginRepository></pluginRepositories>
        <build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-deploy-plugin</artifactId>
          <dependencies><dependency>
            <groupId>com.example</groupId><artifactId>demo</artifactId><version>${version}</version>
          </dependency></dependencies></plugin></plugins></build></project>`,
    )
    return mvn(
      '-U',
      '-f',
      join(served.folder, 'consumer/pom.xml'),
      'org.apache.maven.plugins:maven-deploy-plugin:deploy-file',
      `-Durl=file://${join(served.folder, 'elsewhere')}`,
      '-DrepositoryId=elsewhere',
      `-Dfile=${join(served.folder, 'consumer/pom.xml')}`,
      `-DpomFile=${join(served.folder, 'consumer/pom.xml')}`,
    )
  }

  test('deploys a release and a snapshot', async () => {
    expect(await deploy('1.0')).toMatchObject({ ok: true })
    expect(await deploy('1.1-SNAPSHOT')).toMatchObject({ ok: true })
    const listed = await packagesOf(served, 'package_type=maven')
    expect(listed.map(({ name, version }) => [name, version])).toEqual([
      ['com/example/demo', '1.0'],
      ['com/example/demo', '1.1-SNAPSHOT'],
    ])
    const whole = await packagesOf(served, 'package_type=maven&include_versionless=true')
    expect(whole.map(({ version }) => version)).toEqual(['1.0', null, '1.1-SNAPSHOT'])
    const files = await filesOf(served, listed[0]?.id ?? 0)
    expect(files.map((file) => file.file_name).sort()).toEqual(['demo-1.0.jar', 'demo-1.0.pom'])
    const snapshot = await filesOf(served, listed[1]?.id ?? 0)
    expect(snapshot.filter((file) => file.file_name === 'maven-metadata.xml')).toHaveLength(1)
    expect(snapshot.some((file) => /^demo-1\.1-\d{8}\.\d{6}-1\.jar$/.test(file.file_name))).toBe(true)
  })

  test('resolves what it deployed, until the file is deleted', async () => {
    const resolved = await resolve('1.0')
    expect(resolved).toMatchObject({ ok: true })
    expect(await resolve('1.0', `${served.api}/groups/${served.group}/-/packages/maven`)).toMatchObject({ ok: true })
    const jar = join(served.folder, 'm2/com/example/demo/1.0/demo-1.0.jar')
    expect(await readFile(jar)).toEqual(await readFile(join(served.folder, 'demo.jar')))
    const [release] = await packagesOf(served, 'package_type=maven')
    const file = (await filesOf(served, release?.id ?? 0)).find((one) => one.file_name.endsWith('.jar'))
    const path = `/projects/${served.projectId}/packages/${release?.id}/package_files/${file?.id}`
    expect((await served.ask('DELETE', path)).status).toBe(204)
    expect((await resolve('1.0')).ok).toBe(false)
  })

  test('finds the newest version that is left where the newer one was deleted', async () => {
    for (const version of ['2.0', '2.1']) expect(await deploy(version)).toMatchObject({ ok: true })
    const newest = (await packagesOf(served, 'package_type=maven')).find(({ version }) => version === '2.1')
    expect((await served.ask('DELETE', `/projects/${served.projectId}/packages/${newest?.id}`)).status).toBe(204)
    expect(await resolve('[2.0,3)')).toMatchObject({ ok: true })
    const jar = join(served.folder, 'm2/com/example/demo/2.0/demo-2.0.jar')
    expect(await readFile(jar)).toEqual(await readFile(join(served.folder, 'demo.jar')))
  })
})
