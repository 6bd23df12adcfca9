# Creates the stacks of the templates named (FILE REGION ...) in moto: what moto has of each, with made-up values for what it does not have.
# Prints how many resources it made of each template, and fails where moto refuses one.
import ast, json, sys
import boto3
from moto import mock_aws
from moto.cloudformation.parsing import resource_class_from_type

FOREIGN = "arn:aws:made:up:123456789012:name"


def known(resource):
    # A record needs the operator's zone, and a mapping the stream of a global table, which moto does not have.
    return resource["Type"] not in ("AWS::Route53::RecordSet", "AWS::Lambda::EventSourceMapping") and resource_class_from_type(resource["Type"]) is not None


def without(value, gone):
    """The value with everything made up that leads to a resource which moto does not have, or to another stack."""
    if isinstance(value, list):
        return [without(each, gone) for each in value]
    if not isinstance(value, dict):
        return value
    to = value.get("Ref") or (value.get("Fn::GetAtt") or [None])[0]
    if to in gone and gone[to]["Type"] == "AWS::Lambda::Alias":
        return {"Fn::GetAtt": [gone[to]["Properties"]["FunctionName"]["Ref"], "Arn"]}
    if to in gone or "Fn::GetStackOutput" in value:
        return FOREIGN
    return {name: without(each, gone) for name, each in value.items()}


@mock_aws
def create(path, region):
    with open(path) as file:
        template = json.load(file)
    resources = template["Resources"]
    gone = {name: resource for name, resource in resources.items() if not known(resource)}
    made = without({name: resource for name, resource in resources.items() if name not in gone}, gone)
    for resource in made.values():
        resource.pop("DependsOn", None)
        resource.get("Properties", {}).pop("Tags", None)  # moto takes those of a key for others'
        if resource["Type"] == "AWS::Lambda::Function":  # moto has no bucket of CDK's
            resource["Properties"]["Code"] = {"ZipFile": "x"}
    client = boto3.client("cloudformation", region_name=region)
    client.create_stack(StackName="ordering", TemplateBody=json.dumps({"Resources": made}), Capabilities=["CAPABILITY_NAMED_IAM"])
    stands = client.describe_stacks(StackName="ordering")["Stacks"][0]["StackStatus"]
    created = client.list_stack_resources(StackName="ordering")["StackResourceSummaries"]
    if stands != "CREATE_COMPLETE" or len(created) != len(made):
        sys.exit(f"{path}: {stands}, {len(created)} of {len(made)} resources")
    iam = boto3.client("iam")
    for role in (role["RoleName"] for role in iam.list_roles()["Roles"]):
        for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            document = ast.literal_eval(iam.get_role_policy(RoleName=role, PolicyName=policy)["PolicyDocument"])  # as CloudFormation left it, unchecked
            iam.put_role_policy(RoleName=role, PolicyName=policy, PolicyDocument=json.dumps(document))
    print(json.dumps({"template": path, "made": len(made), "left": len(gone)}))


for at in range(1, len(sys.argv), 2):
    create(sys.argv[at], sys.argv[at + 1])
