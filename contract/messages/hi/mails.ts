/**
 * The mails to a person, as plain text. A line of the text is a line of the mail, and an address that is to be followed
 * stands in a line of its own. `{name}` is the person's, `{agency}` the agency's as it is written within a sentence.
 */
export const personMails = {
  /** After a registration; `{link}` opens the agreement. */
  welcome: {
    subject: 'आपका रजिस्ट्रेशन, और आपका करार',
    text: `नमस्ते {name} जी,

आपका रजिस्ट्रेशन हम तक पहुँच गया है। आखिरी चरण आपका करार है: कृपया उसे अभी या बाद में यहाँ पढ़ें और स्वीकार करें:

{link}

यह लिंक केवल आपका है: जिसके पास यह है, वह आपका रिकॉर्ड खोल सकता है। कृपया इसे किसी और को न दें।
अगर आप करार पहले ही स्वीकार कर चुके हैं, तो कुछ करना बाकी नहीं है।`,
  },
  /** `{link}` opens the page on which another mandate is set up. */
  mandateFailed: {
    subject: 'आपका बैंक मैंडेट नहीं बना',
    text: `नमस्ते {name} जी,

आपके बैंक ने आपके रजिस्ट्रेशन का मैंडेट नहीं बनाया। आपका रजिस्ट्रेशन सुरक्षित है।
कृपया अपने बैंक का विवरण जाँचें और यहाँ पुनः प्रयास करें:

{link}

यह लिंक केवल आपका है: जिसके पास यह है, वह आपका रिकॉर्ड खोल सकता है। कृपया इसे किसी और को न दें।`,
  },
  /** With the PDF attached; `{reference}` is the agreement's, `{accepted}` the day and time in India. */
  agreementSigned: {
    subject: 'आपका हस्ताक्षरित करार {reference}',
    text: `नमस्ते {name} जी,

आपने अपना करार {reference} {accepted} (भारतीय समय) को स्वीकार किया। धन्यवाद।
हस्ताक्षरित दस्तावेज़ साथ में लगा है: कृपया उसे रखें। उस पर लगी एजेंसी की सील से फ़ाइल में बाद में हुआ कोई भी बदलाव दिख जाता है।

अगर आपने उसे स्वीकार नहीं किया, या कोई सवाल है, तो कृपया हमसे संपर्क करें:
    ईमेल: {email}
    भुगतान: {supportEmail}
    गोपनीयता: {privacyEmail}
    डाक: {street}, {city} {pincode}, {state}, भारत`,
  },
  /** After another mandate took the place of the one in a signed agreement; `{agreement}` is its reference, `{link}` opens the annex. */
  annexToSign: {
    subject: 'आपके करार {agreement} का अनुलग्नक',
    text: `नमस्ते {name} जी,

आपने दूसरा बैंक मैंडेट बनवाया है। आपके हस्ताक्षरित करार {agreement} में पहले वाला खाता है, इसलिए नए खाते के लिए एक अनुलग्नक है। कृपया उसे यहाँ पढ़ें और स्वीकार करें:

{link}

यह लिंक केवल आपका है: जिसके पास यह है, वह आपका रिकॉर्ड खोल सकता है। कृपया इसे किसी और को न दें।
अगर आप उसे पहले ही स्वीकार कर चुके हैं, तो कुछ करना बाकी नहीं है।`,
  },
  /** The same as `agreementSigned`, of an annex; `{agreement}` is the reference of the agreement that it belongs to. */
  annexSigned: {
    subject: 'आपका हस्ताक्षरित अनुलग्नक {reference}',
    text: `नमस्ते {name} जी,

आपने अपने करार {agreement} का अनुलग्नक {reference} {accepted} (भारतीय समय) को स्वीकार किया। धन्यवाद।
हस्ताक्षरित दस्तावेज़ साथ में लगा है: कृपया उसे करार के साथ रखें। उस पर लगी एजेंसी की सील से फ़ाइल में बाद में हुआ कोई भी बदलाव दिख जाता है।

अगर आपने उसे स्वीकार नहीं किया, या कोई सवाल है, तो कृपया हमसे संपर्क करें:
    ईमेल: {email}
    भुगतान: {supportEmail}
    गोपनीयता: {privacyEmail}
    डाक: {street}, {city} {pincode}, {state}, भारत`,
  },
  /** To the owner of an address under which, or under whose phone number, a second application came. */
  secondApplication: {
    subject: 'आपके नाम से एक आवेदन',
    text: `हमारे करियर पेज से आपके ईमेल पते या फ़ोन नंबर के साथ एक आवेदन भेजा गया, और हमारे पास एक पहले से था।
इसलिए नया आवेदन नहीं लिया गया।

अगर दोनों आपने भेजे हैं, तो कुछ नहीं करना है।
अगर पहला आपने नहीं भेजा, तो कृपया अपना आवेदन इस पेज से भेजें:

{link}

यह एक ही बार, सात दिन के भीतर, और केवल इसी ईमेल पते के लिए काम करता है। आपका आवेदन आ जाने पर इस पते का पहले वाला
आवेदन मिटा दिया जाता है।`,
  },
  /** To an applicant whose application was stored without its documents, since there was no room for them. */
  documentsAwaited: {
    subject: 'कृपया अपने आवेदन के दस्तावेज़ भेजें',
    text: `आपका आवेदन हम तक पहुँच गया है, लेकिन उसके दस्तावेज़ नहीं: उस समय हमारे पास फ़ाइलों के लिए जगह नहीं थी।
कृपया उसे दस्तावेज़ों के साथ इस पेज से एक बार और भेजें:

{link}

यह एक ही बार, सात दिन के भीतर, और केवल इसी ईमेल पते के लिए काम करता है। आप जो भेजेंगे, वह बिना दस्तावेज़ों वाले आवेदन की
जगह ले लेगा। अगर आप उसे उस पेज से न भेज पाएँ, तो कृपया अपने दस्तावेज़ इस ईमेल के जवाब में भेजें।
अगर आवेदन आपने नहीं भेजा, तो कुछ नहीं करना है।`,
  },
  enquiryReceived: {
    subject: 'आपकी पूछताछ {reference}',
    text: `हमें लिखने के लिए धन्यवाद। आपकी पूछताछ हम तक पहुँच गई है।

संदर्भ नंबर: {reference}

हम उसे पढ़ते हैं और {days} के भीतर ईमेल या फ़ोन से जवाब देते हैं।
कुछ जोड़ना हो, तो इस ईमेल का जवाब दें।

अगर आपने हमें नहीं लिखा, तो किसी ने गलती से आपका ईमेल पता दिया है। कृपया जवाब देकर हमें बताएँ।

सादर
{agency}`,
  },
  applicationReceived: {
    subject: 'आपका आवेदन {reference}',
    text: `आपके आवेदन के लिए धन्यवाद। वह हम तक पहुँच गया है।

संदर्भ नंबर: {reference}

हम आपके लिए ठीक पद खोजते हैं, और {days} के भीतर ईमेल या फ़ोन से जवाब देते हैं।
कुछ जोड़ना हो, तो इस ईमेल का जवाब दें।

अगर आपने आवेदन नहीं किया, तो किसी ने गलती से आपका ईमेल पता दिया है। कृपया जवाब देकर हमें बताएँ।

सादर
{agency}`,
  },
  /** From here on staff send the mails, and fill in every placeholder but the name, the agency and the link. */
  received: {
    subject: 'आपका संदेश हमें मिल गया है',
    text: `नमस्ते {name} जी,

हमें लिखने के लिए धन्यवाद। आपका संदेश हम तक पहुँच गया है, और हम जल्द ही आपको जवाब देंगे।

सादर
{agency}`,
  },
  interview: {
    subject: 'इंटरव्यू का बुलावा',
    text: `नमस्ते {name} जी,

हम आपसे इस पद के बारे में बात करना चाहते हैं: {position}।

दिन और समय: {when}
जगह: {where}

कृपया पुष्टि करने के लिए इस ईमेल का जवाब दें, या हमें बताएँ कि आपके लिए कब बेहतर रहेगा।

सादर
{agency}`,
  },
  rejection: {
    subject: 'आपका आवेदन',
    text: `नमस्ते {name} जी,

इस पद के लिए आपके आवेदन का धन्यवाद: {position}।
इस बार हमने किसी और को चुना है। आपकी खोज में हम आपकी हर सफलता की कामना करते हैं।

सादर
{agency}`,
  },
  documentMissing: {
    subject: 'आपके आवेदन में एक दस्तावेज़ नहीं है',
    text: `नमस्ते {name} जी,

आपके आवेदन के लिए धन्यवाद। उसे आगे बढ़ाने के लिए हमें अभी यह चाहिए: {document}।

कृपया इसे इस ईमेल के जवाब में भेजें।

सादर
{agency}`,
  },
  /** `{link}` opens the agreement, or the mandate's page where the mandate failed. */
  linkAgain: {
    subject: 'आपका लिंक',
    text: `नमस्ते {name} जी,

आपके रजिस्ट्रेशन का लिंक एक बार और यहाँ है:

{link}

यह लिंक केवल आपका है: जिसके पास यह है, वह आपका रिकॉर्ड खोल सकता है। कृपया इसे किसी और को न दें।

सादर
{agency}`,
  },
} as const
