import { ADMISSION_DOCUMENTS, today } from '@mingmou/contract'
import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'

/** Goes to the main account of an institution that signed up. */
export function reviewedMail(
  reader: Reader,
  institution: { name: string; review_status: 1 | 2; review_msg: string },
  publicUrl: string,
): Mail {
  const { name, review_msg } = institution
  const said =
    review_msg === ''
      ? []
      : [[`审核意见：${review_msg}`, `Reviewer’s comment: ${review_msg}`] as const]
  return institution.review_status === 1
    ? writeMail(
        reader,
        ['机构入驻申请已通过', 'your application has been approved'],
        [
          [
            `“${name}”的入驻申请已通过审核，现在可以登录。首次登录时须修改密码。`,
            `The application of “${name}” has been approved; you can now sign in. The password must be changed at the first sign-in.`,
          ],
          ...said,
          `${publicUrl}/#/login`,
        ],
      )
    : writeMail(
        reader,
        ['机构入驻申请未通过', 'your application was not approved'],
        [
          [`“${name}”的入驻申请未通过审核。`, `The application of “${name}” was not approved.`],
          ...said,
          [
            `用本邮箱和申请时的密码登录，即可在原有内容和材料的基础上修改并重新提交；材料保留${ADMISSION_DOCUMENTS.keptDaysAfterRefusal}天，之后删除。`,
            `Sign in with this address and the password of the application: what you entered and your documents are still there to be corrected and submitted again. The documents are kept for ${ADMISSION_DOCUMENTS.keptDaysAfterRefusal} days and then deleted.`,
          ],
          `${publicUrl}/#/login`,
        ],
      )
}

export function institutionStatusMail(
  reader: Reader,
  name: string,
  status: 1 | 2,
  publicUrl: string,
): Mail {
  return status === 2
    ? writeMail(
        reader,
        ['机构已被禁用', 'your institution has been disabled'],
        [
          [
            `“${name}”已被平台管理员禁用，其全部账号暂时不能登录。如有疑问，请联系平台管理员。`,
            `“${name}” has been disabled by a platform administrator; none of its accounts can sign in. Please ask the platform’s administrators.`,
          ],
        ],
      )
    : writeMail(
        reader,
        ['机构已恢复', 'your institution has been re-enabled'],
        [
          [
            `“${name}”已恢复，其账号可以登录。`,
            `“${name}” has been re-enabled; its accounts can sign in.`,
          ],
          `${publicUrl}/#/login`,
        ],
      )
}

export function institutionDeletedMail(reader: Reader, name: string, finalAt: Date): Mail {
  const day = today(finalAt)
  return writeMail(
    reader,
    ['机构已被删除', 'your institution has been deleted'],
    [
      [
        `“${name}”已被平台管理员删除，其全部账号已失效。患者、图像与报告保留至 ${day}，之后永久删除；如有异议，请在此之前联系平台管理员。`,
        `“${name}” was deleted by a platform administrator, together with its accounts. Patients, images and reports are kept until ${day} and then permanently deleted; if you object, contact the platform’s administrators before then.`,
      ],
    ],
  )
}

export function institutionRestoredMail(
  reader: Reader & { username: string },
  name: string,
  publicUrl: string,
): Mail {
  return writeMail(
    reader,
    ['机构已恢复', 'your institution has been restored'],
    [
      [
        `“${name}”的删除已撤销，其账号可以登录。主账号的用户名为 ${reader.username}。`,
        `The deletion of “${name}” was undone; its accounts can sign in. The user name of the main account is ${reader.username}.`,
      ],
      `${publicUrl}/#/login`,
    ],
  )
}
