import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Source } from '#server/config/config.ts'
import { goodApplication, documentPart, postApplication } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { engines, makePlace, type Place } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

/** Object storage for tests, its keys in the address; none skips that half. */
const bucketUrl = process.env['TEST_S3_URL']

function bucketSettings(address: string): Source {
  const { origin, pathname, username, password } = new URL(address)
  return {
    S3_ENDPOINT: origin,
    S3_BUCKET: pathname.slice(1),
    S3_ACCESS_KEY_ID: decodeURIComponent(username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
  }
}

const storages: [name: string, settings: Source][] = [
  ['disk', {}],
  ...(bucketUrl ? [['S3', bucketSettings(bucketUrl)] as [string, Source]] : []),
]
const cases = engines.flatMap((engine) =>
  storages.map(([storage, settings]) => ({ engine, storage, settings })),
)

const resume = buildDocx()
const degree = buildPdf()

describe.each(cases)('documents on $engine and $storage', ({ engine, settings }) => {
  let place: Place
  let server: TestServer
  let own: Source
  let id: string

  beforeAll(async () => {
    place = await makePlace(engine, { hasTables: true })
    own = { ...place.settings, ...settings }
    server = await startServer({ place, settings })
    const documents = [
      documentPart('resume', resume, 'Asha\u00a0Mehta.docx'),
      documentPart('edu_certificate', degree, '=degree, B.Com.pdf'),
    ]
    const { status } = await postApplication(server.url, goodApplication, documents)
    expect(status).toBe(201)
    const { stdout } = await runOps(['export', 'applications', '--format', 'ndjson'], own)
    id = (JSON.parse(stdout) as { id: string }).id
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  it('are brought whole, readable by their owner alone, beside a running server', async () => {
    const folder = join(place.dataDir, 'brought', 'here')
    const { code, stdout, stderr } = await runOps(['files', id, '--to', folder], own)
    expect({ code, stderr }).toEqual({ code: 0, stderr: `2 documents written to ${folder}\n` })
    expect(stdout).toBe(
      `edu_certificate\t=degree, B.Com.pdf\toff\t${folder}/edu_certificate.pdf\n` +
        `resume\tAsha\u00a0Mehta.docx\toff\t${folder}/resume.docx\n`,
    )
    expect((await readdir(folder)).sort()).toEqual(['edu_certificate.pdf', 'resume.docx'])
    expect((await readFile(join(folder, 'resume.docx'))).equals(resume)).toBe(true)
    expect((await readFile(join(folder, 'edu_certificate.pdf'))).equals(degree)).toBe(true)
    expect((await stat(join(folder, 'resume.docx'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('write over nothing', async () => {
    const folder = join(place.dataDir, 'taken')
    await mkdir(folder)
    await writeFile(join(folder, 'resume.docx'), 'mine')
    const { code, stderr } = await runOps(['files', id, '--to', folder], own)
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${folder}/resume.docx already exists\n` })
    expect(await readFile(join(folder, 'resume.docx'), 'utf8')).toBe('mine')
  })

  it('of nobody are none', async () => {
    const folder = join(place.dataDir, 'none')
    for (const unknown of ['x'.repeat(32), 'x', "'; drop table applications; --", '../../etc']) {
      const { code, stdout, stderr } = await runOps(['files', unknown, '--to', folder], own)
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: `No application has the id ${unknown}\n`,
      })
    }
    expect(await readdir(place.dataDir)).not.toContain('none')
  })

  it('cannot go where no folder can be', async () => {
    const file = join(place.dataDir, 'a-file')
    await writeFile(file, '')
    for (const folder of [file, join(file, 'below'), '/proc/nowhere']) {
      const { code, stdout, stderr } = await runOps(['files', id, '--to', folder], own)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^\S+ cannot be (made|written) \([A-Z]+\)\n$/)
    }
  })

  it('that the storage lost are said to be lost', async () => {
    const folder = join(place.dataDir, 'elsewhere')
    const { code, stderr } = await runOps(['files', id, '--to', folder], {
      ...own,
      ...(settings['S3_BUCKET']
        ? { S3_BUCKET: 'no-such-bucket' }
        : {
            S3_BUCKET: 'no-such-bucket',
            S3_ENDPOINT: 'http://127.0.0.1:1',
            S3_ACCESS_KEY_ID: 'a',
            S3_SECRET_ACCESS_KEY: 'b',
          }),
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/storage/)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  it('are listed by export applications, with e-mail and phone masked', async () => {
    const { code, stdout, stderr } = await runOps(['export', 'applications'], own)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '1 applications; e-mail and phone are masked; --reveal shows them\n',
    })
    const at = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(stdout)?.[0]
    expect(stdout).toBe(
      '"id","created_at","full_name","email","phone","date_of_birth","address","documents","notice","language"\r\n' +
        `"${id}","${at}","Asha Mehta","a***@e***.in","******3210","1998-02-28","12 Ring Road\nSurat 395002",` +
        '"edu_certificate (pdf, off); resume (docx, off)","","en"\r\n',
    )
    const revealed = await runOps(['export', 'applications', '--format', 'ndjson', '--reveal'], own)
    expect(revealed.stderr).toBe('1 applications\n')
    expect(JSON.parse(revealed.stdout)).toMatchObject({
      id,
      ...goodApplication,
      documents: 'edu_certificate (pdf, off); resume (docx, off)',
    })
  })
})
