/**
 * The specification, typed by hand: 35 routes, 106 calls, 4 events. docs/coverage.md is measured
 * against it.
 */

export const ROUTES = `
/
/main/projectOverview
/main/newsCenter
/main/newsCenter/newsList
/main/newsCenter/newsTabs
/main/questionnaire
/main/feedback
/main/functionalTest
/login
/report/fundus
/report/surface
/report/octa
/report/test
/404
/app
/app/patient
/app/patient/detail
/app/patient/reportList
/app/organization
/app/organization/info
/app/organization/account
/app/organization/list
/app/organization/list/accountManagement
/app/organization/process
/app/system/account
/app/updatePwd
/app/feedback
/app/experience
/app/experience/account
/app/diagnosis
/app/database
/app/database/fundus
/app/database/surface
/app/questionnaire
/app/undeveloped
`
  .trim()
  .split('\n')

/** `area: path path …`. The method is POST unless it says GET. */
const CALL_TABLE = `
General: GET/v1/diagnostic/getStatistics GET/v1/area/all GET/v1/oss/getStsToken
User: /v1/user/login /v1/user/logout /v1/user/refreshLogin /v1/user/updatepwd /v1/user/myinfo /v1/user/setMyinfo /v1/user/sendChangeEmail /v1/user/setMyEmail /v1/user/registerEA /v1/user/sendSignUpEmail /v1/organization/registerOA /v1/organization/sendSignUpEmail /v1/user/sendResetEmail /v1/user/submitResetPWD
Questionnaire: /admin/questionnaire/get-info /admin/questionnaire/set-info
Institution: /v1/organization/info /v1/organization/sendChangeEmail /v1/organization/setEmail /v1/organization/setInfo /v1/organization/detail /v1/organization/accountInfo
Sub-accounts: /v1/account/list2ByInfo /v1/account/setInfo /v1/account/sendChangeEmail /v1/account/setEmail /v1/account/resetInitPw /v1/account/add2 /v1/account/ban2 /v1/account/active2 /v1/account/del2
Administration of institutions: /admin/organization/listByInfo /admin/organization/add /admin/organization/ban /admin/organization/active /admin/organization/del /admin/organization/changeAccLimit /admin/organization/detail /admin/organization/review /admin/organization/auditListByInfo
Administration of accounts: /admin/account/lockMA /admin/account/unlockMA /admin/account/lock /admin/account/unlock /admin/account/resetInitPw /admin/account/changeEmail /admin/account/setInfo /admin/account/EAList /admin/account/addEA /admin/account/delEA /admin/account/ADListByInfo /admin/account/addAD /admin/account/banAD /admin/account/activeAD /admin/account/delAD
Patients: /v1/patient/listByInfo /v1/patient/add /v1/patient/set /v1/patient/del /v1/patient/basicInfo
Patient sub-records: /v1/dm-conditions/get /v1/dm-conditions/set /v1/dm-complication-treat-his/get /v1/dm-complication-treat-his/add /v1/dm-complication-treat-his/set /v1/dm-complication-treat-his/del /v1/eye_exam_records/search /v1/eye_exam_records/create /v1/eye_exam_records/set /v1/eye_exam_records/delete
Image archives: /v1/fundus/listByPid /v1/fundus/create /v1/fundus/set /v1/fundus/delete /v1/surface/listByPid /v1/surface/create /v1/surface/delete /v1/octa/listByPid /v1/octa/create /v1/octa/set /v1/octa/delete
Diagnosis: /v1/diagnostic/patients /v1/fundus-analysis/list /v1/surface-analysis/list /v1/octa-analysis/list GET/v1/fundus-analysis/result GET/v1/surface-analysis/result GET/v1/octa-analysis/result /v1/fundus-analysis/predictions /v1/surface-analysis/predictions /v1/octa-analysis/predictions /v1/diagnostic/create-report /v1/analysis-reports/list /v1/analysis-reports/get
Experience: /v1/experience/list /v1/experience/upload /v1/experience/getPage /v1/experience/getReport
Feedback: /v1/feedback/commit /v1/feedback/listByInfo /v1/feedback/handle /v1/feedback/finish /v1/feedback/detail
`

export const SPECIFIED_CALLS = CALL_TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [area = '', paths = ''] = line.split(': ')
    return paths.split(' ').map((path) => ({
      area,
      method: path.startsWith('GET') ? 'GET' : 'POST',
      path: path.replace(/^GET/, ''),
    }))
  })

export const SPECIFIED_EVENTS = ['msg', 'anal_system', 'anal_ex', 'err']
