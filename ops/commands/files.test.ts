import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Source } from '#server/config/config.ts'
import { goodApplication, documentPart, postApplication } from '#tests/support/application.ts'
import { buildPdf } from '#tests/support/bad-files/pdf.ts'
import { buildDocx } from '#tests/support/bad-files/zip.ts'
import { lastAudit } from '#tests/support/desk-records.ts'
import { engines } from '#tests/support/place.ts'
import { runOps } from '#tests/support/run-ops.ts'
import { sharedServer } from '#tests/support/shared.ts'

const resume = buildDocx()
const degree = buildPdf()

describe.each(engines)('documents on %s', (engine) => {
  const server = sharedServer({ engine })
  let id: string
  let reference: string
  beforeAll(async () => {
    const documents = [
      documentPart('resume', resume, 'Asha\u00a0Mehta.docx'),
      documentPart('edu_certificate', degree, '=degree, B.Com.pdf'),
    ]
    const { status } = await postApplication(server.url, goodApplication, documents)
    expect(status).toBe(201)
    const rows = server.deps.db.selectFrom('applications').select(['id', 'reference'])
    const row = await rows.executeTakeFirstOrThrow()
    ;[id, reference] = [row.id, row.reference ?? '']
  })
  const ops = (words: string[], change: Source = {}) => runOps(words, { ...server.place.settings, ...change })
  const folderOf = (...names: string[]) => join(server.place.dataDir, ...names)

  it('are brought whole, readable by their owner alone, beside a running server', async () => {
    const folder = folderOf('brought', 'here')
    const { code, stdout, stderr } = await ops(['files', id, '--to', folder])
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

  it('are brought by the reference that the mail names', async () => {
    const { code, stdout } = await ops(['files', reference.toLowerCase(), '--to', folderOf('by-reference')])
    expect([code, stdout.match(/^resume\t/m)?.length]).toEqual([0, 1])
    expect(await lastAudit(server)).toMatchObject({ action: 'files', reference: id })
  })

  it('write over nothing', async () => {
    const folder = folderOf('taken')
    await mkdir(folder)
    await writeFile(join(folder, 'resume.docx'), 'mine')
    const { code, stderr } = await ops(['files', id, '--to', folder])
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${folder}/resume.docx already exists\n` })
    expect(await readFile(join(folder, 'resume.docx'), 'utf8')).toBe('mine')
  })

  it('of nobody are none', async () => {
    for (const unknown of ['x'.repeat(32), 'x', "'; drop table applications; --", '../../etc']) {
      const said = { code: 1, stdout: '', stderr: `No application has the id ${unknown}\n` }
      expect(await ops(['files', unknown, '--to', folderOf('none')])).toEqual(said)
    }
    expect(await readdir(folderOf())).not.toContain('none')
  })

  it('cannot go where no folder can be', async () => {
    const file = folderOf('a-file')
    await writeFile(file, '')
    for (const folder of [file, join(file, 'below'), '/proc/nowhere']) {
      const stderr = expect.stringMatching(/^\S+ cannot be (made|written) \([A-Z]+\)\n$/)
      expect(await ops(['files', id, '--to', folder])).toEqual({ code: 1, stdout: '', stderr })
    }
  })

  it('that the storage lost are said to be lost', async () => {
    const nowhere = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      S3_BUCKET: 'no-such-bucket',
    }
    const { code, stderr } = await ops(['files', id, '--to', folderOf('elsewhere')], nowhere)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^.*storage.*\n$/) })
  })

  it('are listed by export applications, with e-mail and phone masked', async () => {
    const { code, stdout, stderr } = await ops(['export', 'applications'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '1 applications; e-mail and phone are masked; --reveal shows them\n',
    })
    const at = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(stdout)?.[0]
    expect(stdout).toBe(
      '"id","created_at","full_name","email","phone","date_of_birth","address","documents","notice","language","superseded_by"\r\n' +
        `"${id}","${at}","Asha Mehta","a***@e***.in","******3210","1998-02-28","12 Ring Road\nSurat 395002",` +
        '"edu_certificate (pdf, off); resume (docx, off)","","en",""\r\n',
    )
    const revealed = await ops(['export', 'applications', '--format', 'ndjson', '--reveal'])
    expect(revealed.stderr).toBe('1 applications\n')
    expect(JSON.parse(revealed.stdout)).toMatchObject({
      id,
      ...goodApplication,
      documents: 'edu_certificate (pdf, off); resume (docx, off)',
    })
  })
})
