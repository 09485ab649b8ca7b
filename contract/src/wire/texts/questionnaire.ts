/** What is refused of a questionnaire and its answers, and the states of a version. */
export const QUESTIONNAIRE_TEXTS = {
  question_unknown: ['本问卷没有这道题', 'This question is not in the questionnaire'],
  question_hidden: [
    '按目前的回答，这道题不显示，不能作答',
    'With the answers given this question is not shown and cannot be answered',
  ],
  questions_differ: ['须列出全部题目，每题一次', 'List every question, each once'],
  condition_wrong: [
    '显示条件只能是前面单选、多选或量表题的选项',
    'A condition can only use options of an earlier choice or scale question',
  ],
  condition_broken: [
    '第{n}题的显示条件将不再成立，请先修改该条件',
    'The condition of question {n} would no longer hold; change it first',
  ],
  answer_kind: ['答案与题型不符', 'The answer does not match the question type'],
  answer_rows: ['每行只能选一项', 'Choose one option in each row'],
  choose_most: ['最多选择{n}项', 'Choose at most {n}'],
  answers_blank: ['请至少回答一道题', 'Answer at least one question'],
  questionnaire_closed: [
    '问卷已结束，不再接收答案',
    'The questionnaire is closed; answers are no longer accepted',
  ],
  questionnaire_full: [
    '这份问卷收到的答案已达上限（{n}份），不再接收新的答案',
    'This questionnaire has reached its limit of {n} responses; no more are accepted',
  ],
  questionnaire_answered: [
    '本浏览器或链接已提交过这份问卷',
    'This questionnaire has already been submitted from this browser or link',
  ],
  questionnaire_link_needed: [
    '这份问卷须通过收到的链接填写',
    'This questionnaire can only be answered through the link sent to you',
  ],
  questionnaire_link_unknown: [
    '链接无效，或所属问卷已结束',
    'The link is not valid, or its questionnaire is closed',
  ],
  questionnaire_fixed: [
    '已发布的问卷不能修改，请新建版本',
    'A published questionnaire cannot be changed; start a new version',
  ],
  questionnaire_not_open: ['该版本不在进行中', 'This version is not open'],
  questionnaire_draft_exists: [
    '已有一个未发布的版本，请先发布或删除',
    'There is an unpublished version; publish or delete it first',
  ],
  questionnaire_empty: ['请先添加题目', 'Add a question first'],
  questionnaire_changed: [
    '问卷已被他人修改，请刷新后再改',
    'Someone else has changed the questionnaire; reload before continuing',
  ],

  questionnaire_is_draft: ['未发布', 'Not published'],
  questionnaire_is_open: ['进行中', 'Open'],
  questionnaire_is_closed: ['已结束', 'Closed'],
  options_same: ['选项编号重复', 'Two options have the same ID'],
  question_count: ['最多{n}道题', 'At most {n} questions'],
} as const satisfies Record<string, readonly [string, string]>
